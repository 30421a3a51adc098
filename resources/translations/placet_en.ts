<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>ActivityPage</name>
    <message numerus="yes">
        <source>%Ln facts</source>
        <translation>
            <numerusform>%Ln fact</numerusform>
            <numerusform>%Ln facts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AgentCells</name>
    <message numerus="yes">
        <source>%Ln open tasks</source>
        <translation>
            <numerusform>%Ln open task</numerusform>
            <numerusform>%Ln open tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Announcements</name>
    <message numerus="yes">
        <source>%Ln new requests.</source>
        <translation>
            <numerusform>%Ln new request.</numerusform>
            <numerusform>%Ln new requests.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln requests don&apos;t wait any more.</source>
        <translation>
            <numerusform>%Ln request doesn&apos;t wait any more.</numerusform>
            <numerusform>%Ln requests don&apos;t wait any more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ApprovalHead</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChipsHead</name>
    <message numerus="yes">
        <source>%Ln new</source>
        <translation>
            <numerusform>%Ln new</numerusform>
            <numerusform>%Ln new</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DoctorPage</name>
    <message numerus="yes">
        <source>%Ln things</source>
        <translation>
            <numerusform>%Ln thing</numerusform>
            <numerusform>%Ln things</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilesTab</name>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GenerationsPage</name>
    <message numerus="yes">
        <source>%Ln generations</source>
        <translation>
            <numerusform>%Ln generation</numerusform>
            <numerusform>%Ln generations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GrantMaker</name>
    <message numerus="yes">
        <source>Let the %Ln requests that wait now and match pass at once</source>
        <translation>
            <numerusform>Let the %Ln request that waits now and matches pass at once</numerusform>
            <numerusform>Let the %Ln requests that wait now and match pass at once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln times</source>
        <translation>
            <numerusform>%Ln time</numerusform>
            <numerusform>%Ln times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GrantsPage</name>
    <message numerus="yes">
        <source>%Ln standing</source>
        <translation>
            <numerusform>%Ln standing</numerusform>
            <numerusform>%Ln standing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NavRail</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting for your decision</source>
        <translation>
            <numerusform>%Ln waiting for your decision</numerusform>
            <numerusform>%Ln waiting for your decision</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServersCard</name>
    <message numerus="yes">
        <source>%Ln servers answered.</source>
        <translation>
            <numerusform>%Ln server answered.</numerusform>
            <numerusform>%Ln servers answered.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TaskFilters</name>
    <message numerus="yes">
        <source>%Ln new</source>
        <translation>
            <numerusform>%Ln new</numerusform>
            <numerusform>%Ln new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tasks</source>
        <translation>
            <numerusform>%Ln task</numerusform>
            <numerusform>%Ln tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TasksPage</name>
    <message numerus="yes">
        <source>%Ln tasks copied as JSON</source>
        <translation>
            <numerusform>%Ln task copied as JSON</numerusform>
            <numerusform>%Ln tasks copied as JSON</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TokenNotice</name>
    <message numerus="yes">
        <source>{0} There are %Ln more.</source>
        <translation>
            <numerusform>{0} There is %Ln more.</numerusform>
            <numerusform>{0} There are %Ln more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ToolsTab</name>
    <message numerus="yes">
        <source>%Ln tools are changed.</source>
        <translation>
            <numerusform>%Ln tool is changed.</numerusform>
            <numerusform>%Ln tools are changed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VerdictBar</name>
    <message numerus="yes">
        <source>%Ln parts of what was asked are folded away. Go back and open them, or scroll through Raw.</source>
        <translation>
            <numerusform>One part of what was asked is folded away. Go back and open it, or scroll through Raw.</numerusform>
            <numerusform>%Ln parts of what was asked are folded away. Go back and open them, or scroll through Raw.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln parts are folded away. Open them, or scroll through Raw, before you approve.</source>
        <translation>
            <numerusform>One part is folded away. Open it, or scroll through Raw, before you approve.</numerusform>
            <numerusform>%Ln parts are folded away. Open them, or scroll through Raw, before you approve.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkflowsPage</name>
    <message numerus="yes">
        <source>%Ln workflows</source>
        <translation>
            <numerusform>%Ln workflow</numerusform>
            <numerusform>%Ln workflows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Maker</name>
    <message numerus="yes">
        <source>Lives %Ln days</source>
        <translation>
            <numerusform>Lives one day</numerusform>
            <numerusform>Lives %Ln days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Said</name>
    <message numerus="yes">
        <source>%Ln requests that waited pass.</source>
        <translation>
            <numerusform>%Ln request that waited passes.</numerusform>
            <numerusform>%Ln requests that waited pass.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_StatusBar</name>
    <message numerus="yes">
        <source>%Ln agents</source>
        <translation>
            <numerusform>%Ln agent</numerusform>
            <numerusform>%Ln agents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chain</name>
    <message numerus="yes">
        <source>%Ln goals</source>
        <translation>
            <numerusform>%Ln goal</numerusform>
            <numerusform>%Ln goals</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln generations</source>
        <translation>
            <numerusform>%Ln generation</numerusform>
            <numerusform>%Ln generations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln call</numerusform>
            <numerusform>%Ln calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln effects</source>
        <translation>
            <numerusform>%Ln effect</numerusform>
            <numerusform>%Ln effects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>floods</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more tools</source>
        <translation>
            <numerusform>%Ln more tool</numerusform>
            <numerusform>%Ln more tools</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>grant_maker</name>
    <message numerus="yes">
        <source>Tried on the last %Ln calls: {0} would have passed</source>
        <translation>
            <numerusform>Tried on the only call so far: {0} would have passed</numerusform>
            <numerusform>Tried on the last %Ln calls: {0} would have passed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>grants</name>
    <message numerus="yes">
        <source>let %Ln calls pass</source>
        <translation>
            <numerusform>let %Ln call pass</numerusform>
            <numerusform>let %Ln calls pass</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln uses left</source>
        <translation>
            <numerusform>%Ln use left</numerusform>
            <numerusform>%Ln uses left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>inbox_frame</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>proofs</name>
    <message numerus="yes">
        <source>%Ln proofs</source>
        <translation>
            <numerusform>%Ln proof</numerusform>
            <numerusform>%Ln proofs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tray</name>
    <message numerus="yes">
        <source>%Ln requests wait for you</source>
        <translation>
            <numerusform>%Ln request waits for you</numerusform>
            <numerusform>%Ln requests wait for you</numerusform>
        </translation>
    </message>
</context>
</TS>
