<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>AccessPage</name>
    <message>
        <source>Access</source>
        <translation>Zugriff</translation>
    </message>
</context>
<context>
    <name>AccessSection</name>
    <message>
        <source>Access</source>
        <translation>Zugriff</translation>
    </message>
    <message>
        <source>Access over HTTP</source>
        <translation>Zugriff über HTTP</translation>
    </message>
    <message>
        <source>No tokens: nothing but this window can reach Placet.</source>
        <translation>Keine Tokens: Nur dieses Fenster erreicht Placet.</translation>
    </message>
</context>
<context>
    <name>AccountLine</name>
    <message>
        <source>It can be used.</source>
        <translation>Es ist nutzbar.</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Log in to the account {0} and look</source>
        <translation>Beim Konto {0} anmelden und nachsehen</translation>
    </message>
    <message>
        <source>Give leave again…</source>
        <translation>Erlaubnis erneuern …</translation>
    </message>
    <message>
        <source>Give leave for the account {0} anew</source>
        <translation>Erlaubnis für das Konto {0} erneuern</translation>
    </message>
    <message>
        <source>Switch…</source>
        <translation>Ersetzen …</translation>
    </message>
    <message>
        <source>Put another account in the place of {0}</source>
        <translation>Ein anderes Konto an die Stelle von {0} setzen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the account {0}</source>
        <translation>Konto {0} entfernen</translation>
    </message>
    <message>
        <source>Show the call</source>
        <translation>Aufruf zeigen</translation>
    </message>
    <message>
        <source>Show the last call with the account {0}</source>
        <translation>Den letzten Aufruf mit dem Konto {0} zeigen</translation>
    </message>
    <message>
        <source>Show the evidence</source>
        <translation>Nachweis zeigen</translation>
    </message>
    <message>
        <source>Show what proves the last effect with the account {0}</source>
        <translation>Zeigen, was die letzte Wirkung mit dem Konto {0} nachweist</translation>
    </message>
    <message>
        <source>{0}, given {1}</source>
        <translation>{0}, erteilt {1}</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Erlaubnis</translation>
    </message>
    <message>
        <source>{0}, for good since {1}.</source>
        <translation>{0}, auf Dauer seit {1}.</translation>
    </message>
    <message>
        <source>Leave ran out {0}: agents can&apos;t use it until you give it again.</source>
        <translation>Die Erlaubnis ist am {0} abgelaufen: Agenten können es erst wieder nutzen, wenn Sie sie erneuern.</translation>
    </message>
    <message>
        <source>{0}, until {1}.</source>
        <translation>{0}, bis {1}.</translation>
    </message>
    <message>
        <source>No agent used it yet.</source>
        <translation>Noch hat kein Agent es benutzt.</translation>
    </message>
    <message>
        <source>Last used {0} by {1}: {2}, {3}.</source>
        <translation>Zuletzt benutzt {0} von {1}: {2}, {3}.</translation>
    </message>
    <message>
        <source>Its last effect, {0}: {1}.</source>
        <translation>Letzte Wirkung, {0}: {1}.</translation>
    </message>
</context>
<context>
    <name>AccountMaker</name>
    <message>
        <source>Another account</source>
        <translation>Ein weiteres Konto</translation>
    </message>
    <message>
        <source>Name, such as mail</source>
        <translation>Name, etwa mail</translation>
    </message>
    <message>
        <source>Add the account</source>
        <translation>Konto hinzufügen</translation>
    </message>
    <message>
        <source>What kind of account</source>
        <translation>Art des Kontos</translation>
    </message>
    <message>
        <source>The account&apos;s name, by which agents call it</source>
        <translation>Name des Kontos, unter dem Agenten es ansprechen</translation>
    </message>
    <message>
        <source>What agents may do with it</source>
        <translation>Was Agenten damit dürfen</translation>
    </message>
    <message>
        <source>In the place of {0}</source>
        <translation>Anstelle von {0}</translation>
    </message>
    <message>
        <source>Replace the account</source>
        <translation>Konto ersetzen</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Erlaubnis</translation>
    </message>
    <message>
        <source>How long it may be used</source>
        <translation>Wie lange es genutzt werden darf</translation>
    </message>
</context>
<context>
    <name>AccountsPage</name>
    <message>
        <source>Accounts</source>
        <translation>Konten</translation>
    </message>
</context>
<context>
    <name>AccountsSection</name>
    <message>
        <source>Accounts</source>
        <translation>Konten</translation>
    </message>
    <message>
        <source>Accounts of mail and calendars</source>
        <translation>Konten für E-Mail und Kalender</translation>
    </message>
    <message>
        <source>No accounts: agents reach no mail and no calendar.</source>
        <translation>Keine Konten: Agenten erreichen weder E-Mail noch Kalender.</translation>
    </message>
</context>
<context>
    <name>ActivityDetail</name>
    <message>
        <source>The chosen fact</source>
        <translation>Das gewählte Ereignis</translation>
    </message>
    <message>
        <source>Open its call</source>
        <translation>Aufruf öffnen</translation>
    </message>
    <message>
        <source>Close details</source>
        <translation>Details schließen</translation>
    </message>
</context>
<context>
    <name>ActivityPage</name>
    <message>
        <source>Activity</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>What happened, newest first</source>
        <translation>Was geschah, Neuestes zuerst</translation>
    </message>
    <message>
        <source>Search what happened</source>
        <translation>Verlauf durchsuchen</translation>
    </message>
    <message>
        <source>Search in what happened</source>
        <translation>Im Verlauf suchen</translation>
    </message>
    <message>
        <source>Export receipts…</source>
        <translation>Belege exportieren …</translation>
    </message>
    <message>
        <source>Show what is of this kind</source>
        <translation>Einträge dieser Art zeigen</translation>
    </message>
    <message>
        <source>{0}</source>
        <translation>{0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln facts</source>
        <translation>
            <numerusform>%Ln Ereignis</numerusform>
            <numerusform>%Ln Ereignisse</numerusform>
        </translation>
    </message>
    <message>
        <source>Show what happened above these</source>
        <translation>Zeigen, was darüber hinzukam</translation>
    </message>
    <message>
        <source>Write receipts into a file</source>
        <translation>Belege in eine Datei schreiben</translation>
    </message>
    <message>
        <source>Receipts (*.jsonl)</source>
        <translation>Belege (*.jsonl)</translation>
    </message>
    <message>
        <source>Back the ledger up into a file</source>
        <translation>Das Journal in eine Datei sichern</translation>
    </message>
    <message>
        <source>Backups (*.placet)</source>
        <translation>Sicherungen (*.placet)</translation>
    </message>
    <message>
        <source>Writing {0}…</source>
        <translation>{0} wird geschrieben …</translation>
    </message>
    <message>
        <source>Receipts written into {0}</source>
        <translation>Belege geschrieben in {0}</translation>
    </message>
    <message>
        <source>Backed up into {0}</source>
        <translation>Gesichert in {0}</translation>
    </message>
    <message>
        <source>Nothing was written. {0}</source>
        <translation>Es wurde nichts geschrieben. {0}</translation>
    </message>
    <message>
        <source>Nothing happened yet</source>
        <translation>Noch ist nichts geschehen</translation>
    </message>
    <message>
        <source>What is asked, decided and done appears here.</source>
        <translation>Was gefragt, entschieden und getan wird, erscheint hier.</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>Kein Treffer</translation>
    </message>
    <message>
        <source>Take a filter away to see more.</source>
        <translation>Entfernen Sie einen Filter, um mehr zu sehen.</translation>
    </message>
</context>
<context>
    <name>AgentCells</name>
    <message>
        <source>calls over HTTP only</source>
        <translation>nur über HTTP</translation>
    </message>
    <message numerus="yes">
        <source>%Ln open tasks</source>
        <translation>
            <numerusform>%Ln offene Aufgabe</numerusform>
            <numerusform>%Ln offene Aufgaben</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AgentPane</name>
    <message>
        <source>New conversation</source>
        <translation>Neue Unterhaltung</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Start this agent</source>
        <translation>Diesen Agenten starten</translation>
    </message>
    <message>
        <source>Stop this agent</source>
        <translation>Diesen Agenten anhalten</translation>
    </message>
    <message>
        <source>What it waits for is withdrawn.</source>
        <translation>Worauf er wartet, wird zurückgezogen.</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>Nachricht senden</translation>
    </message>
    <message>
        <source>What there is of this agent</source>
        <translation>Ansichten dieses Agenten</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Unterhaltung</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>MCP servers</source>
        <translation>MCP-Server</translation>
    </message>
    <message>
        <source>Triggers and timers</source>
        <translation>Auslöser und Timer</translation>
    </message>
    <message>
        <source>Runs of code</source>
        <translation>Code-Läufe</translation>
    </message>
    <message>
        <source>Needs your yes: {0}</source>
        <translation>Braucht Ihre Freigabe: {0}</translation>
    </message>
    <message>
        <source>Free: {0}</source>
        <translation>Frei: {0}</translation>
    </message>
    <message>
        <source>No tools</source>
        <translation>Keine Werkzeuge</translation>
    </message>
    <message>
        <source>Say something to {0}</source>
        <translation>Nachricht an {0}</translation>
    </message>
    <message>
        <source>This agent is stopped.</source>
        <translation>Dieser Agent ist angehalten.</translation>
    </message>
    <message>
        <source>This agent has no model; it only calls over HTTP.</source>
        <translation>Dieser Agent hat kein Modell; er ruft nur über HTTP auf.</translation>
    </message>
</context>
<context>
    <name>AgentsPage</name>
    <message>
        <source>Agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <source>Declare an agent</source>
        <translation>Agent anlegen</translation>
    </message>
    <message>
        <source>No agents yet</source>
        <translation>Noch keine Agenten</translation>
    </message>
    <message>
        <source>Declare one to say which tools it may use, and which of them need your yes.</source>
        <translation>Legen Sie einen an, um zu bestimmen, welche Werkzeuge er benutzen darf und welche davon Ihre Freigabe brauchen.</translation>
    </message>
</context>
<context>
    <name>Announcements</name>
    <message>
        <source>New request: {0}.</source>
        <translation>Neue Anfrage: {0}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new requests.</source>
        <translation>
            <numerusform>%Ln neue Anfrage.</numerusform>
            <numerusform>%Ln neue Anfragen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln requests don&apos;t wait any more.</source>
        <translation>
            <numerusform>%Ln Anfrage wartet nicht mehr.</numerusform>
            <numerusform>%Ln Anfragen warten nicht mehr.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody decides any more: {0}.</source>
        <translation>Darüber entscheidet niemand mehr: {0}.</translation>
    </message>
    <message>
        <source>Approved: {0}.</source>
        <translation>Freigegeben: {0}.</translation>
    </message>
    <message>
        <source>Denied: {0}.</source>
        <translation>Abgelehnt: {0}.</translation>
    </message>
    <message>
        <source>{0} asks for {1}</source>
        <translation>{0} fragt nach {1}</translation>
    </message>
    <message>
        <source>a request of {0}</source>
        <translation>eine Anfrage von {0}</translation>
    </message>
</context>
<context>
    <name>ApprovalDialog</name>
    <message>
        <source>Request of {0}</source>
        <translation>Anfrage von {0}</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten …</translation>
    </message>
    <message>
        <source>Write other arguments instead and approve those; decides nothing by itself</source>
        <translation>Stattdessen andere Argumente schreiben und diese freigeben; entscheidet selbst nichts</translation>
    </message>
    <message>
        <source>These arguments can&apos;t be edited here: they are too long, can&apos;t be shown whole, or name code to run</source>
        <translation>Diese Argumente lassen sich hier nicht bearbeiten: Sie sind zu lang, nicht ganz darstellbar oder nennen auszuführenden Code</translation>
    </message>
    <message>
        <source>Edit the arguments</source>
        <translation>Argumente bearbeiten</translation>
    </message>
</context>
<context>
    <name>ApprovalHead</name>
    <message>
        <source>Place in the queue</source>
        <translation>Platz in der Warteschlange</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Closing decides nothing.</source>
        <translation>Schließen entscheidet nichts.</translation>
    </message>
    <message>
        <source>Close; decides nothing (Escape)</source>
        <translation>Schließen; entscheidet nichts (Esc)</translation>
    </message>
    <message>
        <source>asked at {0}</source>
        <translation>gefragt {0}</translation>
    </message>
    <message>
        <source>the agent goes on meanwhile</source>
        <translation>der Agent arbeitet währenddessen weiter</translation>
    </message>
    <message>
        <source>the agent waits for it</source>
        <translation>der Agent wartet darauf</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln wartet</numerusform>
            <numerusform>%Ln warten</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>ApprovalList</name>
    <message>
        <source>AUTH</source>
        <translation>AUTH</translation>
    </message>
    <message>
        <source>{0} by {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>Approvals</name>
    <message>
        <source>Your word about {0} of {1} didn&apos;t count. {2}</source>
        <translation>Ihre Entscheidung über {0} von {1} hat nicht gezählt. {2}</translation>
    </message>
</context>
<context>
    <name>ApproveButton</name>
    <message>
        <source>Hold to approve</source>
        <translation>Zum Freigeben halten</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Freigeben</translation>
    </message>
</context>
<context>
    <name>ArgumentCells</name>
    <message>
        <source>Opened. Open again</source>
        <translation>Geöffnet. Erneut öffnen</translation>
    </message>
    <message>
        <source>Open the whole text: {0} bytes</source>
        <translation>Ganzen Text öffnen: {0} Bytes</translation>
    </message>
</context>
<context>
    <name>ArgumentEditor</name>
    <message>
        <source>What your edit changes</source>
        <translation>Was Ihre Bearbeitung ändert</translation>
    </message>
    <message>
        <source>What was asked</source>
        <translation>Was angefragt wurde</translation>
    </message>
    <message>
        <source>Your version, as JSON text</source>
        <translation>Ihre Fassung, als JSON-Text</translation>
    </message>
    <message>
        <source>Review changes</source>
        <translation>Änderungen prüfen</translation>
    </message>
    <message>
        <source>Look at what your edit changes</source>
        <translation>Ansehen, was Ihre Bearbeitung ändert</translation>
    </message>
    <message>
        <source>Back to what was asked</source>
        <translation>Zurück zur Anfrage</translation>
    </message>
    <message>
        <source>Your text stays.</source>
        <translation>Ihr Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>Back to what was asked; your text stays until the request is closed</source>
        <translation>Zurück zur Anfrage; Ihr Text bleibt, bis die Anfrage geschlossen wird</translation>
    </message>
    <message>
        <source>Nothing is changed yet: this is what was asked.</source>
        <translation>Noch ist nichts geändert: Das ist die Anfrage.</translation>
    </message>
    <message>
        <source>A yes approves your version. The agent is told what you changed.</source>
        <translation>Sie geben Ihre Fassung frei. Dem Agenten wird gesagt, was Sie geändert haben.</translation>
    </message>
    <message>
        <source>Edit further</source>
        <translation>Weiter bearbeiten</translation>
    </message>
</context>
<context>
    <name>ArgumentTree</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>ArgumentView</name>
    <message>
        <source>Arguments as JSON text</source>
        <translation>Argumente als JSON-Text</translation>
    </message>
    <message>
        <source>Views of the arguments</source>
        <translation>Ansichten der Argumente</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Rohtext</translation>
    </message>
</context>
<context>
    <name>AuthorizeBar</name>
    <message>
        <source>Your word is on its way.</source>
        <translation>Ihre Entscheidung ist unterwegs.</translation>
    </message>
    <message>
        <source>Authorizing waits until the source is in view.</source>
        <translation>Die Autorisierung wartet, bis der Quelltext im Blick ist.</translation>
    </message>
    <message>
        <source>Authorizing waits until this window has the keyboard.</source>
        <translation>Autorisieren können Sie erst, wenn dieses Fenster aktiv ist.</translation>
    </message>
    <message>
        <source>Authorizing waits until the whole source has been in view. Scroll through Source to its end.</source>
        <translation>Die Autorisierung wartet, bis der ganze Quelltext im Blick war. Blättern Sie „Quelltext“ bis zum Ende durch.</translation>
    </message>
    <message>
        <source>Authorizing waits until no key or button has been pressed for a moment.</source>
        <translation>Die Autorisierung wartet, bis einen Moment lang keine Taste gedrückt wurde.</translation>
    </message>
    <message>
        <source>Authorizing waits until the source has been in view for a moment.</source>
        <translation>Die Autorisierung wartet, bis der Quelltext einen Moment im Blick war.</translation>
    </message>
    <message>
        <source>What authorizing waits for</source>
        <translation>Worauf die Autorisierung wartet</translation>
    </message>
    <message>
        <source>Hold to authorize</source>
        <translation>Zum Autorisieren halten</translation>
    </message>
    <message>
        <source>Deauthorize</source>
        <translation>Autorisierung entziehen</translation>
    </message>
    <message>
        <source>Exactly these bytes may call restricted tools and decide about requests.</source>
        <translation>Genau diese Bytes dürfen eingeschränkte Werkzeuge aufrufen und über Anfragen entscheiden.</translation>
    </message>
    <message>
        <source>Only code can be authorized: a file whose name shows what it is, ending in .ts or .js.</source>
        <translation>Nur Code lässt sich autorisieren, also eine Datei, deren Name auf .ts oder .js endet.</translation>
    </message>
    <message>
        <source>The digest matches. Click the button to authorize exactly these bytes.</source>
        <translation>Die Prüfsumme stimmt. Klicken Sie auf die Schaltfläche, um genau diese Bytes zu autorisieren.</translation>
    </message>
    <message>
        <source>This code will decide in your stead: hold for {0}, or type how the digest ends.</source>
        <translation>Dieser Code wird an Ihrer Stelle entscheiden: Halten Sie {0} lang oder tippen Sie das Ende der Prüfsumme ein.</translation>
    </message>
    <message>
        <source>digest&apos;s end</source>
        <translation>Endzeichen</translation>
    </message>
    <message>
        <source>The last six characters of the digest, instead of holding the button</source>
        <translation>Die letzten sechs Zeichen der Prüfsumme, statt die Schaltfläche zu halten</translation>
    </message>
    <message>
        <source>Nothing can be authorized while the screen is locked.</source>
        <translation>Solange der Bildschirm gesperrt ist, kann nichts autorisiert werden.</translation>
    </message>
    <message>
        <source>Last six characters of the digest</source>
        <translation>Letzte sechs Zeichen der Prüfsumme</translation>
    </message>
    <message>
        <source>Hold, or type the digest&apos;s end and click</source>
        <translation>Halten, oder das Ende der Prüfsumme eintippen und klicken</translation>
    </message>
    <message>
        <source>Authorize these bytes</source>
        <translation>Diese Bytes autorisieren</translation>
    </message>
    <message>
        <source>Take the authorization back, at once</source>
        <translation>Die Autorisierung sofort entziehen</translation>
    </message>
    <message>
        <source>Deauthorize this file</source>
        <translation>Dieser Datei die Autorisierung entziehen</translation>
    </message>
</context>
<context>
    <name>Bridge</name>
    <message>
        <source>Something of ours went wrong; the log says what.</source>
        <translation>Ein Fehler in Placet ist aufgetreten; das Protokoll sagt, welcher.</translation>
    </message>
</context>
<context>
    <name>BytesView</name>
    <message>
        <source>The bytes of this text</source>
        <translation>Die Bytes dieses Textes</translation>
    </message>
    <message>
        <source>Bytes before</source>
        <translation>Vorige Bytes</translation>
    </message>
    <message>
        <source>Bytes after</source>
        <translation>Nächste Bytes</translation>
    </message>
    <message>
        <source>SHA-256 {0}</source>
        <translation>SHA-256 {0}</translation>
    </message>
    <message>
        <source>Bytes {0} to {1} of {2}</source>
        <translation>Bytes {0} bis {1} von {2}</translation>
    </message>
</context>
<context>
    <name>CardDelegate</name>
    <message>
        <source>{0} left</source>
        <translation>noch {0}</translation>
    </message>
</context>
<context>
    <name>ChainStrip</name>
    <message>
        <source>The chain binds everything below.</source>
        <translation>Die Kette sichert alle Einträge darunter.</translation>
    </message>
    <message>
        <source>Looks whether every fact and record is as it was bound. Changes nothing.</source>
        <translation>Prüft, ob jedes Ereignis und jeder Datensatz so ist, wie sie gebunden wurden. Ändert nichts.</translation>
    </message>
    <message>
        <source>Check the chain</source>
        <translation>Kette prüfen</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>Sichern …</translation>
    </message>
    <message>
        <source>Copies the whole ledger into one file. Keys and passwords aren&apos;t in it.</source>
        <translation>Kopiert das ganze Journal in eine Datei. Schlüssel und Passwörter sind nicht darin.</translation>
    </message>
    <message>
        <source>Back up</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message>
        <source>The chain is broken: {0}. Nothing more is written.</source>
        <translation>Die Kette ist gebrochen: {0}. Es wird nichts mehr geschrieben.</translation>
    </message>
    <message>
        <source>Whole: {0} links, the newest {1}.</source>
        <translation>Unversehrt: {0} Glieder, das jüngste {1}.</translation>
    </message>
</context>
<context>
    <name>ChainView</name>
    <message>
        <source>Want, think, ask, do</source>
        <translation>Wollen, denken, fragen, tun</translation>
    </message>
</context>
<context>
    <name>ChangesView</name>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Shows the old lines beside the new ones where the window is wide enough; decides nothing</source>
        <translation>Zeigt die alten Zeilen neben den neuen, wenn das Fenster breit genug ist; entscheidet nichts</translation>
    </message>
    <message>
        <source>Show changes side by side</source>
        <translation>Änderungen nebeneinander zeigen</translation>
    </message>
</context>
<context>
    <name>ChannelLine</name>
    <message>
        <source>The test message was taken.</source>
        <translation>Die Testnachricht wurde angenommen.</translation>
    </message>
    <message>
        <source>Where a test message through {0} goes</source>
        <translation>Wohin eine Testnachricht über {0} geht</translation>
    </message>
    <message>
        <source>Test the channel {0}</source>
        <translation>Kanal {0} testen</translation>
    </message>
    <message>
        <source>Remove the channel {0}</source>
        <translation>Kanal {0} entfernen</translation>
    </message>
</context>
<context>
    <name>ChannelMaker</name>
    <message>
        <source>Name, such as telegram</source>
        <translation>Name, etwa telegram</translation>
    </message>
    <message>
        <source>Add the channel</source>
        <translation>Kanal hinzufügen</translation>
    </message>
    <message>
        <source>What kind of channel</source>
        <translation>Art des Kanals</translation>
    </message>
    <message>
        <source>The channel&apos;s name, which recipients begin with</source>
        <translation>Name des Kanals, mit dem Empfänger beginnen</translation>
    </message>
    <message>
        <source>Another channel</source>
        <translation>Ein weiterer Kanal</translation>
    </message>
</context>
<context>
    <name>ChannelsSection</name>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>Channels for messages</source>
        <translation>Kanäle für Nachrichten</translation>
    </message>
    <message>
        <source>No channels: messages of agents reach other agents alone.</source>
        <translation>Keine Kanäle: Nachrichten von Agenten erreichen nur andere Agenten.</translation>
    </message>
</context>
<context>
    <name>ChipsHead</name>
    <message numerus="yes">
        <source>%Ln new</source>
        <translation>
            <numerusform>%Ln neue</numerusform>
            <numerusform>%Ln neue</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Claim</name>
    <message>
        <source>The agent says (unverified)</source>
        <translation>Der Agent sagt (ungeprüft)</translation>
    </message>
</context>
<context>
    <name>CodeText</name>
    <message>
        <source>The code that would run</source>
        <translation>Der Code, der laufen würde</translation>
    </message>
    <message>
        <source>Authorized: these very bytes may call restricted tools and decide.</source>
        <translation>Autorisiert: Genau diese Bytes dürfen eingeschränkte Werkzeuge aufrufen und entscheiden.</translation>
    </message>
    <message>
        <source>Not authorized: it is refused what needs authority.</source>
        <translation>Nicht autorisiert: Was Befugnis braucht, wird ihm verweigert.</translation>
    </message>
    <message>
        <source>SHA-256 {0}</source>
        <translation>SHA-256 {0}</translation>
    </message>
</context>
<context>
    <name>ConversationView</name>
    <message>
        <source>Conversation</source>
        <translation>Unterhaltung</translation>
    </message>
    <message>
        <source>Show earlier messages</source>
        <translation>Frühere Nachrichten zeigen</translation>
    </message>
    <message>
        <source>Nothing has been said yet.</source>
        <translation>Noch wurde nichts gesagt.</translation>
    </message>
    <message>
        <source>{0}
… {1} more characters, in the task</source>
        <translation>{0}
… {1} weitere Zeichen, in der Aufgabe</translation>
    </message>
</context>
<context>
    <name>Damage</name>
    <message>
        <source>Open again</source>
        <translation>Erneut öffnen</translation>
    </message>
</context>
<context>
    <name>DayRange</name>
    <message>
        <source>Type a day, or change its parts by the arrow keys</source>
        <translation>Tag eintippen oder mit den Pfeiltasten ändern</translation>
    </message>
    <message>
        <source>First day</source>
        <translation>Erster Tag</translation>
    </message>
    <message>
        <source>Last day</source>
        <translation>Letzter Tag</translation>
    </message>
    <message>
        <source>yyyy-MM-dd</source>
        <translation>dd.MM.yyyy</translation>
    </message>
</context>
<context>
    <name>DeclareDialog</name>
    <message>
        <source>Declare an agent</source>
        <translation>Agent anlegen</translation>
    </message>
    <message>
        <source>Declaration as TOML</source>
        <translation>Definition als TOML</translation>
    </message>
    <message>
        <source>Declare</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Declare the agent</source>
        <translation>Den Agenten anlegen</translation>
    </message>
    <message>
        <source>Ways to declare</source>
        <translation>Arten der Definition</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>TOML text</source>
        <translation>TOML-Text</translation>
    </message>
    <message>
        <source>That isn&apos;t TOML: {0}.</source>
        <translation>Das ist kein TOML: {0}.</translation>
    </message>
</context>
<context>
    <name>DemoCard</name>
    <message>
        <source>Try it with the model inside</source>
        <translation>Mit dem eingebauten Modell ausprobieren</translation>
    </message>
    <message>
        <source>A very small model comes with Placet, to see how asking and deciding goes. It gets one agent, which asks to write hello.txt in a folder of its own, whatever you tell it. Nothing leaves this machine.</source>
        <translation>Placet bringt ein sehr kleines Modell mit, mit dem Sie sehen, wie Anfragen und Entscheiden abläuft. Es bekommt einen Agenten, der darum bittet, hello.txt in einen eigenen Ordner zu schreiben, ganz gleich, was Sie ihm sagen. Nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>Make the agent</source>
        <translation>Agent anlegen</translation>
    </message>
    <message>
        <source>Make an agent with the model inside, and talk to it</source>
        <translation>Einen Agenten mit dem eingebauten Modell anlegen und mit ihm sprechen</translation>
    </message>
    <message>
        <source>{0} Until then, begin with one of the others.</source>
        <translation>{0} Beginnen Sie bis dahin mit einem der anderen Wege.</translation>
    </message>
</context>
<context>
    <name>DigestLine</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>Prüfsumme</translation>
    </message>
    <message>
        <source>Copy the digest</source>
        <translation>Prüfsumme kopieren</translation>
    </message>
    <message>
        <source>Digest of what a yes binds</source>
        <translation>Prüfsumme dessen, was eine Freigabe bindet</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>Whole</source>
        <translation>Ganz</translation>
    </message>
    <message>
        <source>Show the whole digest</source>
        <translation>Ganze Prüfsumme zeigen</translation>
    </message>
</context>
<context>
    <name>DoctorPage</name>
    <message>
        <source>Look again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Doctor</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>What is so</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>What is to be seen to</source>
        <translation>Worum Sie sich kümmern müssen</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message>
        <source>That takes up to two seconds.</source>
        <translation>Das dauert bis zu zwei Sekunden.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln things</source>
        <translation>
            <numerusform>%Ln Befund</numerusform>
            <numerusform>%Ln Befunde</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing to see to</source>
        <translation>Nichts zu tun</translation>
    </message>
    <message>
        <source>Looked at: {0}.</source>
        <translation>Geprüft: {0}.</translation>
    </message>
</context>
<context>
    <name>ExactView</name>
    <message>
        <source>Page before</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Page after</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Page {0} of {1}</source>
        <translation>Seite {0} von {1}</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>Held because you restricted this tool: each call of it asks you.</source>
        <translation>Zurückgehalten: Für dieses Werkzeug verlangen Sie jedes Mal Ihre Freigabe.</translation>
    </message>
    <message>
        <source>Held because you denied the same call earlier in this turn.</source>
        <translation>Zurückgehalten, weil Sie denselben Aufruf in diesem Durchgang schon abgelehnt haben.</translation>
    </message>
    <message>
        <source>Held because it runs code that you authorized: with your yes it may call restricted tools.</source>
        <translation>Zurückgehalten, weil Code läuft, den Sie autorisiert haben: Mit Ihrer Freigabe darf er eingeschränkte Werkzeuge aufrufen.</translation>
    </message>
    <message>
        <source>Held because it was put aside for your decision.</source>
        <translation>Zurückgehalten, weil die Entscheidung für Sie zurückgestellt wurde.</translation>
    </message>
    <message>
        <source>Held because it was prepared in a conversation and handed off: such a call always asks you.</source>
        <translation>Zurückgehalten, weil es in einer Unterhaltung vorbereitet und übergeben wurde: Ein solcher Aufruf fragt Sie immer.</translation>
    </message>
    <message>
        <source>Held because you named no such host for this agent.</source>
        <translation>Zurückgehalten, weil Sie diesen Host für den Agenten nicht genannt haben.</translation>
    </message>
    <message>
        <source>Held because it sends something; only reading from the hosts that you named is free.</source>
        <translation>Zurückgehalten, weil etwas gesendet wird; frei ist nur das Lesen von den Hosts, die Sie genannt haben.</translation>
    </message>
    <message>
        <source>Held because the command would run WITHOUT A JAIL, with all of your files and your network.</source>
        <translation>Zurückgehalten, weil der Befehl OHNE ABSCHOTTUNG liefe, mit allen Ihren Dateien und Ihrem Netz.</translation>
    </message>
    <message>
        <source>Held because you have declared nothing about this tool.</source>
        <translation>Zurückgehalten, weil Sie für dieses Werkzeug nichts festgelegt haben.</translation>
    </message>
    <message>
        <source>Held because the server&apos;s list of tools isn&apos;t the one that you pinned.</source>
        <translation>Zurückgehalten, weil die Werkzeugliste des Servers nicht die von Ihnen festgeschriebene ist.</translation>
    </message>
    <message>
        <source>Held because only Placet&apos;s own tool of this name is free, and this is another program&apos;s.</source>
        <translation>Zurückgehalten, weil nur das Placet-eigene Werkzeug dieses Namens frei ist und dieses einem anderen Programm gehört.</translation>
    </message>
    <message>
        <source>its code {0}</source>
        <translation>sein Code {0}</translation>
    </message>
    <message>
        <source>conversation “{0}”</source>
        <translation>Unterhaltung „{0}“</translation>
    </message>
    <message>
        <source>workflow “{0}”</source>
        <translation>Workflow „{0}“</translation>
    </message>
    <message>
        <source>through {0}</source>
        <translation>über {0}</translation>
    </message>
    <message>
        <source>Calls the tool with the arguments below.</source>
        <translation>Ruft das Werkzeug mit den Argumenten unten auf.</translation>
    </message>
    <message>
        <source>What it will do</source>
        <translation>Was es tun wird</translation>
    </message>
    <message>
        <source>Some bytes can&apos;t be shown here at all. Only their size and SHA-256 stand for them.</source>
        <translation>Manche Bytes lassen sich hier gar nicht darstellen. Für sie stehen nur Größe und SHA-256.</translation>
    </message>
    <message>
        <source>You denied the same call before. This is a repeat of {0}.</source>
        <translation>Denselben Aufruf haben Sie schon abgelehnt. Dies ist eine Wiederholung von {0}.</translation>
    </message>
    <message>
        <source>Runs {0} with your version below. What else stands here is about what was asked.</source>
        <translation>Führt {0} mit Ihrer Fassung unten aus. Alles andere hier betrifft das Angefragte.</translation>
    </message>
    <message>
        <source>The program that asks says of itself: {0}</source>
        <translation>Das anfragende Programm sagt über sich selbst: {0}</translation>
    </message>
    <message>
        <source>What is unusual about it stands in a box of its own.</source>
        <translation>Was daran ungewöhnlich ist, steht in einem eigenen Kasten.</translation>
    </message>
    <message>
        <source>{0}. {1}</source>
        <translation>{0}. {1}</translation>
    </message>
    <message>
        <source>{0} min left</source>
        <translation>noch {0} min</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>noch {0}</translation>
    </message>
</context>
<context>
    <name>FilePane</name>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>The file&apos;s source, whole</source>
        <translation>Der ganze Quelltext der Datei</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Views of the file</source>
        <translation>Ansichten der Datei</translation>
    </message>
    <message>
        <source>Back to all files</source>
        <translation>Zurück zu allen Dateien</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>Changes since last authorized</source>
        <translation>Änderungen seit der letzten Autorisierung</translation>
    </message>
</context>
<context>
    <name>FilesTab</name>
    <message>
        <source>Files of this agent</source>
        <translation>Dateien dieses Agenten</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>Noch keine Dateien</translation>
    </message>
    <message>
        <source>What lies in the agent&apos;s folder shows here; its code can be authorized, byte for byte.</source>
        <translation>Was im Ordner des Agenten liegt, erscheint hier; sein Code lässt sich autorisieren, Byte für Byte.</translation>
    </message>
    <message>
        <source>Look at the folder again</source>
        <translation>Den Ordner erneut ansehen</translation>
    </message>
    <message>
        <source>{0}, {1} authorized</source>
        <translation>{0}, {1} autorisiert</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}; there are more than are shown</source>
        <translation>{0}; es gibt mehr, als gezeigt werden</translation>
    </message>
    <message>
        <source>The file was written meanwhile: these are other bytes than before.</source>
        <translation>Die Datei wurde inzwischen geschrieben: Das sind andere Bytes als vorher.</translation>
    </message>
</context>
<context>
    <name>FindingDetail</name>
    <message>
        <source>The chosen finding</source>
        <translation>Der gewählte Befund</translation>
    </message>
    <message>
        <source>Open workflow</source>
        <translation>Workflow öffnen</translation>
    </message>
    <message>
        <source>Looks the effect up where it would be. It only looks, and sends nothing.</source>
        <translation>Sieht dort nach, wo die Wirkung sein müsste. Liest nur und sendet nichts.</translation>
    </message>
    <message>
        <source>Open the workflow</source>
        <translation>Den Workflow öffnen</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut nachsehen</translation>
    </message>
</context>
<context>
    <name>FirstInbox</name>
    <message>
        <source>Inbox, being opened</source>
        <translation>Eingang, wird geöffnet</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet …</translation>
    </message>
    <message>
        <source>The ledger is being checked. Requests can be opened in a moment.</source>
        <translation>Das Journal wird geprüft. Anfragen lassen sich gleich öffnen.</translation>
    </message>
    <message>
        <source>Requests that wait for you</source>
        <translation>Anfragen, die auf Sie warten</translation>
    </message>
</context>
<context>
    <name>FirstRows</name>
    <message>
        <source>{0} by {1}. {2}</source>
        <translation>{0} von {1}. {2}</translation>
    </message>
</context>
<context>
    <name>FirstStepsPage</name>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Leave the first steps</source>
        <translation>Erste Schritte verlassen</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>Placet holds what agents want to do until you decide. So there must be one. Begin with any of these; this page is found again with Ctrl+K.</source>
        <translation>Placet hält zurück, was Agenten tun wollen, bis Sie entscheiden. Dafür braucht es einen Agenten. Beginnen Sie mit einem dieser Wege; diese Seite finden Sie mit Strg+K wieder.</translation>
    </message>
</context>
<context>
    <name>FloodPane</name>
    <message>
        <source>Requests of {0}</source>
        <translation>Anfragen von {0}</translation>
    </message>
    <message>
        <source>Deny all from {0}</source>
        <translation>Alle von {0} ablehnen</translation>
    </message>
    <message>
        <source>Pause {0}</source>
        <translation>{0} anhalten</translation>
    </message>
    <message>
        <source>The oldest was asked at {0}.</source>
        <translation>Die älteste Anfrage kam um {0}.</translation>
    </message>
    <message>
        <source>Take them together again</source>
        <translation>Wieder zusammenfassen</translation>
    </message>
    <message>
        <source>Show each in the list</source>
        <translation>Einzeln in der Liste zeigen</translation>
    </message>
    <message>
        <source>One reason for all, for the agent to read</source>
        <translation>Ein Ablehnungsgrund für alle</translation>
    </message>
    <message>
        <source>Reason for the no</source>
        <translation>Ablehnungsgrund</translation>
    </message>
    <message>
        <source>Enter decides nothing here.</source>
        <translation>Die Eingabetaste entscheidet hier nichts.</translation>
    </message>
    <message>
        <source>Say no to each request of this agent that waits now, with this one reason</source>
        <translation>Jede Anfrage dieses Agenten, die jetzt wartet, mit dieser einen Begründung ablehnen</translation>
    </message>
    <message>
        <source>Stop this agent: its turn ends, and what it waits for is withdrawn</source>
        <translation>Diesen Agenten anhalten: Sein Durchgang endet, und worauf er wartet, wird zurückgezogen</translation>
    </message>
    <message>
        <source>Decides nothing.</source>
        <translation>Entscheidet nichts.</translation>
    </message>
    <message>
        <source>Close; decides nothing (Escape)</source>
        <translation>Schließen; entscheidet nichts (Esc)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Closing decides nothing.</source>
        <translation>Schließen entscheidet nichts.</translation>
    </message>
    <message>
        <source>Nothing approves all of them at once: open a request by itself to approve it.</source>
        <translation>Alle auf einmal lassen sich nicht freigeben: Öffnen Sie dazu jede Anfrage einzeln.</translation>
    </message>
    <message>
        <source>{0} asks a lot</source>
        <translation>{0} fragt sehr oft</translation>
    </message>
    <message>
        <source>Pausing stops {0}: its turn ends, and what it waits for is withdrawn. You start it again on the Agents page.</source>
        <translation>Damit hält {0} an: Der Durchgang endet, und worauf er wartet, wird zurückgezogen. Auf der Seite „Agenten“ starten Sie ihn wieder.</translation>
    </message>
    <message>
        <source>None of them waits any more.</source>
        <translation>Keine davon wartet noch.</translation>
    </message>
    <message>
        <source>Nothing can be decided while the screen is locked.</source>
        <translation>Solange der Bildschirm gesperrt ist, lässt sich nichts entscheiden.</translation>
    </message>
    <message>
        <source>Your answer is on its way.</source>
        <translation>Ihre Antwort ist unterwegs.</translation>
    </message>
    <message>
        <source>Ready. One click denies each of them.</source>
        <translation>Bereit. Ein Klick lehnt sie alle ab.</translation>
    </message>
    <message>
        <source>Denying all waits until nothing has been pressed in this window for a moment.</source>
        <translation>Alle ablehnen können Sie, sobald in diesem Fenster einen Moment lang nichts gedrückt wurde.</translation>
    </message>
</context>
<context>
    <name>Form</name>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>Einen Moment …</translation>
    </message>
</context>
<context>
    <name>GenerationDetail</name>
    <message>
        <source>Generation</source>
        <translation>Generierung</translation>
    </message>
    <message>
        <source>Open conversation</source>
        <translation>Unterhaltung öffnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Close details</source>
        <translation>Details schließen</translation>
    </message>
    <message>
        <source>Cancel this generation</source>
        <translation>Diese Generierung abbrechen</translation>
    </message>
    <message>
        <source>The model is told to stop; what it has written so far is kept.</source>
        <translation>Dem Modell wird gesagt, dass es aufhören soll; was es bisher geschrieben hat, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Open the conversation it belongs to</source>
        <translation>Die zugehörige Unterhaltung öffnen</translation>
    </message>
    <message>
        <source>Parts of the generation</source>
        <translation>Teile der Generierung</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
</context>
<context>
    <name>GenerationDialog</name>
    <message>
        <source>New generation</source>
        <translation>Neue Generierung</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>No backend offers a model now. Declare one in settings.toml, or start its server.</source>
        <translation>Derzeit bietet kein Backend ein Modell an. Tragen Sie eines in settings.toml ein oder starten Sie seinen Server.</translation>
    </message>
    <message>
        <source>Asking the backends…</source>
        <translation>Backends werden gefragt …</translation>
    </message>
    <message>
        <source>As the model likes</source>
        <translation>Wie das Modell möchte</translation>
    </message>
    <message>
        <source>What the model should answer</source>
        <translation>Worauf das Modell antworten soll</translation>
    </message>
    <message>
        <source>How it should answer; may stay empty</source>
        <translation>Wie es antworten soll; darf leer bleiben</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Anweisungen</translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation>Höchstzahl Tokens</translation>
    </message>
    <message>
        <source>If Placet restarts meanwhile</source>
        <translation>Falls Placet währenddessen neu startet</translation>
    </message>
    <message>
        <source>Start the generation</source>
        <translation>Die Generierung starten</translation>
    </message>
    <message>
        <source>Close without starting anything</source>
        <translation>Schließen, ohne etwas zu starten</translation>
    </message>
    <message>
        <source>If Placet restarts</source>
        <translation>Bei Neustart</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>Einen Moment …</translation>
    </message>
</context>
<context>
    <name>GenerationsPage</name>
    <message>
        <source>Generations</source>
        <translation>Generierungen</translation>
    </message>
    <message>
        <source>Generations, newest first</source>
        <translation>Generierungen, neueste zuerst</translation>
    </message>
    <message>
        <source>Search requests</source>
        <translation>Anfragen durchsuchen</translation>
    </message>
    <message>
        <source>Search in what was asked</source>
        <translation>In den Anfragen suchen</translation>
    </message>
    <message>
        <source>New generation</source>
        <translation>Neue Generierung</translation>
    </message>
    <message>
        <source>Show generations in this state</source>
        <translation>Generierungen in diesem Zustand zeigen</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln generations</source>
        <translation>
            <numerusform>%Ln Generierung</numerusform>
            <numerusform>%Ln Generierungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the generations that came in above these</source>
        <translation>Die Generierungen zeigen, die darüber hinzukamen</translation>
    </message>
    <message>
        <source>No generations yet</source>
        <translation>Noch keine Generierungen</translation>
    </message>
    <message>
        <source>What models write for your agents, for programs and for you appears here as it grows.</source>
        <translation>Was Modelle für Ihre Agenten, für Programme und für Sie schreiben, erscheint hier, während es entsteht.</translation>
    </message>
    <message>
        <source>No generations match</source>
        <translation>Keine passenden Generierungen</translation>
    </message>
    <message>
        <source>Take a filter away to see more.</source>
        <translation>Entfernen Sie einen Filter, um mehr zu sehen.</translation>
    </message>
</context>
<context>
    <name>GoalDialog</name>
    <message>
        <source>Next goal</source>
        <translation>Nächstes Ziel</translation>
    </message>
    <message>
        <source>What it should do next</source>
        <translation>Was er als Nächstes tun soll</translation>
    </message>
    <message>
        <source>It keeps its conversation and its scope. What proved the goal before proves nothing of this one.</source>
        <translation>Der Workflow behält Unterhaltung und Grenzen. Nachweise des vorigen Ziels zählen für das neue nicht.</translation>
    </message>
    <message>
        <source>The next goal</source>
        <translation>Das nächste Ziel</translation>
    </message>
    <message>
        <source>Start the next goal</source>
        <translation>Das nächste Ziel starten</translation>
    </message>
    <message>
        <source>Close without starting anything</source>
        <translation>Schließen, ohne etwas zu starten</translation>
    </message>
</context>
<context>
    <name>GrantBar</name>
    <message>
        <source>Nothing can be granted while the screen is locked.</source>
        <translation>Solange der Bildschirm gesperrt ist, lässt sich nichts erteilen.</translation>
    </message>
    <message>
        <source>Your grant is on its way.</source>
        <translation>Ihre Dauerfreigabe ist unterwegs.</translation>
    </message>
    <message>
        <source>Granting waits until this is in view.</source>
        <translation>Das Erteilen wartet, bis dies im Blick ist.</translation>
    </message>
    <message>
        <source>Granting waits until this window has the keyboard.</source>
        <translation>Erteilen können Sie erst, wenn dieses Fenster aktiv ist.</translation>
    </message>
    <message>
        <source>Granting waits until what you chose stands here in words.</source>
        <translation>Das Erteilen wartet, bis Ihre Auswahl hier in Worten steht.</translation>
    </message>
    <message>
        <source>Parts of the request were never opened. Go back and open them first.</source>
        <translation>Teile der Anfrage wurden nie geöffnet. Gehen Sie zurück und öffnen Sie sie zuerst.</translation>
    </message>
    <message>
        <source>Granting waits until no key or button has been pressed for a moment.</source>
        <translation>Das Erteilen wartet, bis einen Moment lang keine Taste gedrückt wurde.</translation>
    </message>
    <message>
        <source>Granting waits until the sentence has been in view for a moment.</source>
        <translation>Das Erteilen wartet, bis der Satz einen Moment im Blick war.</translation>
    </message>
    <message>
        <source>What granting waits for</source>
        <translation>Worauf das Erteilen wartet</translation>
    </message>
    <message>
        <source>Hold to grant</source>
        <translation>Zum Erteilen halten</translation>
    </message>
    <message>
        <source>Back to the request</source>
        <translation>Zurück zur Anfrage</translation>
    </message>
    <message>
        <source>The digest matches. Click the button, or press Ctrl+Enter, to grant.</source>
        <translation>Die Prüfsumme stimmt. Zum Erteilen klicken Sie auf die Schaltfläche oder drücken Strg+Eingabe.</translation>
    </message>
    <message>
        <source>Hold the button for {0}, or type how the request&apos;s digest ends.</source>
        <translation>Halten Sie die Schaltfläche {0} lang oder tippen Sie das Ende der Prüfsumme der Anfrage ein.</translation>
    </message>
    <message>
        <source>The last six characters of the request&apos;s digest, instead of holding the button</source>
        <translation>Die letzten sechs Zeichen der Prüfsumme der Anfrage, statt die Schaltfläche zu halten</translation>
    </message>
    <message>
        <source>Last six characters of the request&apos;s digest</source>
        <translation>Letzte sechs Zeichen der Prüfsumme der Anfrage</translation>
    </message>
    <message>
        <source>Hold, or type the digest&apos;s end and click</source>
        <translation>Halten, oder das Ende der Prüfsumme eintippen und klicken</translation>
    </message>
    <message>
        <source>Make this grant</source>
        <translation>Diese Dauerfreigabe erteilen</translation>
    </message>
    <message>
        <source>Grants nothing; the request waits as before. Escape does the same.</source>
        <translation>Erteilt nichts; die Anfrage wartet wie zuvor. Esc bewirkt dasselbe.</translation>
    </message>
</context>
<context>
    <name>GrantChoices</name>
    <message>
        <source>How often</source>
        <translation>Wie oft</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>Wie lange</translation>
    </message>
    <message>
        <source>Not named here, so free: {0}</source>
        <translation>Hier nicht genannt, also frei: {0}</translation>
    </message>
    <message>
        <source>How often, and how long</source>
        <translation>Wie oft und wie lange</translation>
    </message>
</context>
<context>
    <name>GrantDetail</name>
    <message>
        <source>The chosen grant</source>
        <translation>Die gewählte Dauerfreigabe</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>From now on such calls wait for you again; those that run go on.</source>
        <translation>Ab jetzt warten solche Aufrufe wieder auf Sie; laufende laufen weiter.</translation>
    </message>
    <message>
        <source>Revoke this grant</source>
        <translation>Diese Dauerfreigabe widerrufen</translation>
    </message>
</context>
<context>
    <name>GrantMaker</name>
    <message>
        <source>A standing answer in the making</source>
        <translation>Eine Dauerfreigabe entsteht</translation>
    </message>
    <message>
        <source>Let calls like this pass without asking</source>
        <translation>Solche Aufrufe ohne Rückfrage durchlassen</translation>
    </message>
    <message>
        <source>It begins with this very call. Loosen only what you mean to loosen.</source>
        <translation>Die Dauerfreigabe gilt zunächst genau für diesen Aufruf. Lockern Sie nur, was Sie lockern wollen.</translation>
    </message>
    <message>
        <source>What waits and matches is approved by this grant, once it is made.</source>
        <translation>Was wartet und passt, wird durch diese Dauerfreigabe freigegeben, sobald sie erteilt ist.</translation>
    </message>
    <message>
        <source>What waits now, this request too, still waits for your own decision.</source>
        <translation>Was jetzt wartet, auch diese Anfrage, wartet weiter auf Ihre eigene Entscheidung.</translation>
    </message>
    <message>
        <source>No request that waits now matches</source>
        <translation>Keine jetzt wartende Anfrage passt</translation>
    </message>
    <message numerus="yes">
        <source>Let the %Ln requests that wait now and match pass at once</source>
        <translation>
            <numerusform>%Ln jetzt wartende, passende Anfrage sofort durchlassen</numerusform>
            <numerusform>%Ln jetzt wartende, passende Anfragen sofort durchlassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln times</source>
        <translation>
            <numerusform>%Ln-mal</numerusform>
            <numerusform>%Ln-mal</numerusform>
        </translation>
    </message>
    <message>
        <source>Without a limit of uses</source>
        <translation>Beliebig oft nutzbar</translation>
    </message>
    <message>
        <source>Once</source>
        <translation>Einmal</translation>
    </message>
    <message>
        <source>{0}, until you revoke it.</source>
        <translation>{0}, bis Sie widerrufen.</translation>
    </message>
    <message>
        <source>{0}, until {1}.</source>
        <translation>{0}, bis {1}.</translation>
    </message>
</context>
<context>
    <name>GrantOffer</name>
    <message>
        <source>Always…</source>
        <translation>Immer …</translation>
    </message>
    <message>
        <source>Say which calls may pass without asking from now on; grants nothing by itself</source>
        <translation>Festlegen, welche Aufrufe künftig ohne Rückfrage durchgehen; erteilt selbst nichts</translation>
    </message>
    <message>
        <source>Make a standing answer</source>
        <translation>Dauerfreigabe erteilen</translation>
    </message>
    <message>
        <source>No standing answer here.</source>
        <translation>Hier ist keine Dauerfreigabe möglich.</translation>
    </message>
</context>
<context>
    <name>GrantsPage</name>
    <message>
        <source>Grants</source>
        <translation>Dauerfreigaben</translation>
    </message>
    <message>
        <source>Standing only</source>
        <translation>Nur gültige</translation>
    </message>
    <message>
        <source>Search in what may pass</source>
        <translation>In den Dauerfreigaben suchen</translation>
    </message>
    <message>
        <source>Leave out those that ended</source>
        <translation>Beendete ausblenden</translation>
    </message>
    <message>
        <source>Search grants</source>
        <translation>Dauerfreigaben durchsuchen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln standing</source>
        <translation>
            <numerusform>%Ln gültig</numerusform>
            <numerusform>%Ln gültig</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>No grants match</source>
        <translation>Keine passenden Dauerfreigaben</translation>
    </message>
    <message>
        <source>Take a filter away to see more.</source>
        <translation>Entfernen Sie einen Filter, um mehr zu sehen.</translation>
    </message>
    <message>
        <source>Nothing passes without asking</source>
        <translation>Nichts geht ohne Rückfrage durch</translation>
    </message>
    <message>
        <source>Make a standing answer from a request in the inbox, by Always… beside its arguments.</source>
        <translation>Eine Dauerfreigabe erteilen Sie bei einer Anfrage im Eingang, mit „Immer …“ neben ihren Argumenten.</translation>
    </message>
</context>
<context>
    <name>GrantsTable</name>
    <message>
        <source>Grants, newest first</source>
        <translation>Dauerfreigaben, neueste zuerst</translation>
    </message>
</context>
<context>
    <name>InboxFrame</name>
    <message>
        <source>How many wait</source>
        <translation>Wie viele warten</translation>
    </message>
    <message>
        <source>Inbox</source>
        <translation>Eingang</translation>
    </message>
</context>
<context>
    <name>InboxPage</name>
    <message>
        <source>Inbox</source>
        <translation>Eingang</translation>
    </message>
    <message>
        <source>Nothing waits for you</source>
        <translation>Nichts wartet auf Sie</translation>
    </message>
    <message>
        <source>When an agent asks for something that you restricted, its request appears here.</source>
        <translation>Fragt ein Agent nach etwas, das Sie eingeschränkt haben, erscheint seine Anfrage hier.</translation>
    </message>
    <message>
        <source>No request is open</source>
        <translation>Keine Anfrage geöffnet</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet …</translation>
    </message>
    <message>
        <source>This request is big; it is being read.</source>
        <translation>Diese Anfrage ist groß; sie wird gelesen.</translation>
    </message>
    <message>
        <source>Click one in the list, or press Enter on it. Opening decides nothing.</source>
        <translation>Klicken Sie eine in der Liste an oder drücken Sie dort die Eingabetaste. Das Öffnen entscheidet noch nichts.</translation>
    </message>
    <message>
        <source>There is nothing to decide now.</source>
        <translation>Derzeit gibt es nichts zu entscheiden.</translation>
    </message>
</context>
<context>
    <name>KeptLine</name>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>LinkNotice</name>
    <message>
        <source>A link was opened</source>
        <translation>Ein Link wurde geöffnet</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Show the task that the link points to</source>
        <translation>Die Aufgabe zeigen, auf die der Link verweist</translation>
    </message>
    <message>
        <source>Leave the link alone</source>
        <translation>Den Link nicht beachten</translation>
    </message>
    <message>
        <source>A link points to the task {0}.</source>
        <translation>Ein Link verweist auf die Aufgabe {0}.</translation>
    </message>
</context>
<context>
    <name>LinkPane</name>
    <message>
        <source>Whole chain</source>
        <translation>Ganze Kette</translation>
    </message>
    <message>
        <source>I looked again…</source>
        <translation>Ich habe erneut nachgesehen …</translation>
    </message>
    <message>
        <source>Open generation</source>
        <translation>Generierung öffnen</translation>
    </message>
    <message>
        <source>Open its call</source>
        <translation>Aufruf öffnen</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message>
        <source>Looks the effect up where it would be. It only looks, and sends nothing.</source>
        <translation>Sieht dort nach, wo die Wirkung sein müsste. Liest nur und sendet nichts.</translation>
    </message>
    <message>
        <source>Back to the chain</source>
        <translation>Zurück zur Kette</translation>
    </message>
    <message>
        <source>I looked again</source>
        <translation>Ich habe erneut nachgesehen</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut nachsehen</translation>
    </message>
</context>
<context>
    <name>LinkState</name>
    <message>
        <source>Links to other programs</source>
        <translation>Anbindungen an andere Programme</translation>
    </message>
    <message>
        <source>It never asked for anything.</source>
        <translation>Es hat noch nie etwas gefragt.</translation>
    </message>
    <message>
        <source>It asked last {0} ago.</source>
        <translation>Es hat zuletzt vor {0} gefragt.</translation>
    </message>
    <message>
        <source>{0}: gate verified {1} ago</source>
        <translation>{0}: Sperre vor {1} geprüft</translation>
    </message>
    <message>
        <source>Put it right with: placet link {0} install</source>
        <translation>So beheben Sie es: placet link {0} install</translation>
    </message>
    <message>
        <source>Say /hooks in it and trust the hooks of Placet.</source>
        <translation>Geben Sie darin /hooks ein und vertrauen Sie den Hooks von Placet.</translation>
    </message>
    <message>
        <source>{0}: NOT GATED</source>
        <translation>{0}: NICHT ABGESICHERT</translation>
    </message>
</context>
<context>
    <name>LinksCard</name>
    <message>
        <source>Connect an agent that you use already</source>
        <translation>Einen Agenten anbinden, den Sie schon nutzen</translation>
    </message>
    <message>
        <source>It goes on as it is, and each call of its tools waits here for your word.</source>
        <translation>Er arbeitet weiter wie bisher, und jeder Aufruf seiner Werkzeuge wartet hier auf Ihre Entscheidung.</translation>
    </message>
</context>
<context>
    <name>LiveText</name>
    <message>
        <source>What the model writes</source>
        <translation>Was das Modell schreibt</translation>
    </message>
    <message>
        <source>Nothing has been written.</source>
        <translation>Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>Calls {0}</source>
        <translation>Ruft {0} auf</translation>
    </message>
    <message>
        <source>Another attempt begins. What stands above belongs to the one before.</source>
        <translation>Ein neuer Versuch beginnt. Was darüber steht, gehört zum vorigen.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Placet</source>
        <translation>Placet</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet …</translation>
    </message>
    <message>
        <source>The ledger is being checked.</source>
        <translation>Das Journal wird geprüft.</translation>
    </message>
    <message>
        <source>({0}) Placet</source>
        <translation>({0}) Placet</translation>
    </message>
    <message>
        <source>There is nothing to search on this page. Ctrl+2 shows the tasks: each is found by its words.</source>
        <translation>Auf dieser Seite gibt es nichts zu durchsuchen. Strg+2 zeigt die Aufgaben: jede findet sich anhand ihrer Wörter.</translation>
    </message>
    <message>
        <source>“{0}” can&apos;t be done now.</source>
        <translation>„{0}“ geht jetzt nicht.</translation>
    </message>
</context>
<context>
    <name>MessageInput</name>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter begins a new line</source>
        <translation>Eingabe sendet, Umschalt+Eingabe beginnt eine neue Zeile</translation>
    </message>
</context>
<context>
    <name>Mistakes</name>
    <message>
        <source>Something went wrong inside; the log says what.</source>
        <translation>Ein innerer Fehler ist aufgetreten; das Protokoll sagt, welcher.</translation>
    </message>
</context>
<context>
    <name>NavRail</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln wartet</numerusform>
            <numerusform>%Ln warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting for your decision</source>
        <translation>
            <numerusform>%Ln wartet auf Ihre Entscheidung</numerusform>
            <numerusform>%Ln warten auf Ihre Entscheidung</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Commands and keys</source>
        <translation>Befehle und Tasten</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>No command has these words.</source>
        <translation>Kein Befehl enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Enter does it. Deciding is done on the request itself.</source>
        <translation>Die Eingabetaste führt aus. „Freigeben“ und „Ablehnen“ wirken nur auf die geöffnete Anfrage.</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was es tut</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>no keys</source>
        <translation>keine Tasten</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
</context>
<context>
    <name>Presence</name>
    <message>
        <source>Starting with the session can&apos;t be set: {0}.</source>
        <translation>Der Start mit der Sitzung lässt sich nicht einstellen: {0}.</translation>
    </message>
</context>
<context>
    <name>ProgramLine</name>
    <message>
        <source>Connect</source>
        <translation>Anbinden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Choose the file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Have {0} ask here</source>
        <translation>{0} hier fragen lassen</translation>
    </message>
    <message>
        <source>Copy the command for {0}</source>
        <translation>Den Befehl für {0} kopieren</translation>
    </message>
    <message>
        <source>It skips hooks that you haven&apos;t trusted, these too: say /hooks in it and trust them.</source>
        <translation>Das Programm übergeht Hooks, denen Sie nicht vertraut haben, auch diese: Geben Sie darin /hooks ein und vertrauen Sie ihnen.</translation>
    </message>
    <message>
        <source>It asks here: a call that must be blocked was blocked. Its settings: {0}</source>
        <translation>Es fragt jetzt hier nach: Ein Probeaufruf, der gesperrt werden musste, wurde gesperrt. Seine Einstellungen: {0}</translation>
    </message>
    <message>
        <source>Connect again</source>
        <translation>Erneut anbinden</translation>
    </message>
    <message>
        <source>Writes hooks into {0}, and proves that they hold.</source>
        <translation>Schreibt Hooks in {0} und weist nach, dass sie greifen.</translation>
    </message>
    <message>
        <source>Puts a gateway before each server that the client&apos;s file names under mcpServers, and proves that it holds.</source>
        <translation>Setzt vor jeden Server, den die Datei des Clients unter mcpServers nennt, ein Gateway und weist nach, dass es greift.</translation>
    </message>
    <message>
        <source>The client&apos;s settings file</source>
        <translation>Die Einstellungsdatei des Clients</translation>
    </message>
</context>
<context>
    <name>RecordView</name>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
</context>
<context>
    <name>RequestView</name>
    <message>
        <source>The request as JSON text</source>
        <translation>Die Anfrage als JSON-Text</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Rohtext</translation>
    </message>
    <message>
        <source>Show the request as JSON text</source>
        <translation>Die Anfrage als JSON-Text zeigen</translation>
    </message>
    <message>
        <source>Text for the model, as Placet hands it over.</source>
        <translation>Text für das Modell, so wie Placet ihn übergibt.</translation>
    </message>
</context>
<context>
    <name>RunPane</name>
    <message>
        <source>All runs</source>
        <translation>Alle Läufe</translation>
    </message>
    <message>
        <source>Show its task</source>
        <translation>Aufgabe zeigen</translation>
    </message>
    <message>
        <source>What it printed</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>It printed nothing.</source>
        <translation>Keine Ausgabe.</translation>
    </message>
    <message>
        <source>Back to all runs</source>
        <translation>Zurück zu allen Läufen</translation>
    </message>
    <message>
        <source>Show the task that this run belongs to</source>
        <translation>Die Aufgabe zeigen, zu der dieser Lauf gehört</translation>
    </message>
    <message>
        <source>Console</source>
        <translation>Ausgabe</translation>
    </message>
</context>
<context>
    <name>RunsTab</name>
    <message>
        <source>Runs of this agent&apos;s code</source>
        <translation>Läufe des Codes dieses Agenten</translation>
    </message>
    <message>
        <source>Show older runs</source>
        <translation>Ältere Läufe zeigen</translation>
    </message>
    <message>
        <source>No code has run yet</source>
        <translation>Noch ist kein Code gelaufen</translation>
    </message>
    <message>
        <source>Each run of this agent&apos;s code shows here, with its authority and what it printed.</source>
        <translation>Jeder Lauf des Codes dieses Agenten erscheint hier, mit seiner Befugnis und seiner Ausgabe.</translation>
    </message>
</context>
<context>
    <name>SecretNote</name>
    <message>
        <source>Hold to see</source>
        <translation>Zum Zeigen halten</translation>
    </message>
    <message>
        <source>Shows the masked text for as long as it is held; decides nothing</source>
        <translation>Zeigt den verdeckten Text, solange gehalten wird; entscheidet nichts</translation>
    </message>
    <message>
        <source>Hold to see what is masked</source>
        <translation>Halten, um das Verdeckte zu sehen</translation>
    </message>
    <message>
        <source>Masked below: {0}</source>
        <translation>Unten verdeckt: {0}</translation>
    </message>
</context>
<context>
    <name>ServerCard</name>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Gets</source>
        <translation>Bekommt</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Festgeschrieben</translation>
    </message>
    <message>
        <source>Nothing yet: its first list is pinned as it comes.</source>
        <translation>Noch nichts: Seine erste Liste wird so festgeschrieben, wie sie kommt.</translation>
    </message>
    <message>
        <source>{0}, since {1}</source>
        <translation>{0}, seit {1}</translation>
    </message>
    <message>
        <source>New or described differently, and not callable before your yes: {0}</source>
        <translation>Neu oder anders beschrieben, und vor Ihrer Freigabe nicht aufrufbar: {0}</translation>
    </message>
    <message>
        <source>Show the question</source>
        <translation>Anfrage zeigen</translation>
    </message>
    <message>
        <source>Show the question about {0}</source>
        <translation>Die Anfrage zu {0} zeigen</translation>
    </message>
    <message>
        <source>no tools</source>
        <translation>keine Werkzeuge</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
</context>
<context>
    <name>ServersCard</name>
    <message>
        <source>Use a model server of this machine</source>
        <translation>Einen Modellserver dieses Rechners nutzen</translation>
    </message>
    <message>
        <source>Ollama, LM Studio, llama.cpp or vLLM. Nothing is asked before you press the button; then the ports {0} of this machine are, once.</source>
        <translation>Ollama, LM Studio, llama.cpp oder vLLM. Erst beim Klick auf die Schaltfläche werden die Ports {0} dieses Rechners einmal abgefragt.</translation>
    </message>
    <message>
        <source>Look for servers</source>
        <translation>Server suchen</translation>
    </message>
    <message>
        <source>Look for model servers on this machine</source>
        <translation>Modellserver auf diesem Rechner suchen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers answered.</source>
        <translation>
            <numerusform>%Ln Server hat geantwortet.</numerusform>
            <numerusform>%Ln Server haben geantwortet.</numerusform>
        </translation>
    </message>
    <message>
        <source>None answered at the ports {0}. Start one and look again. One that listens elsewhere goes into settings.toml of the data folder, like this; start Placet anew afterwards:</source>
        <translation>An den Ports {0} hat kein Server geantwortet. Starten Sie einen und suchen Sie erneut. Lauscht er an einer anderen Adresse, tragen Sie ihn so in die settings.toml im Datenordner ein und starten Sie Placet neu:</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird geprüft …</translation>
    </message>
</context>
<context>
    <name>ServersTab</name>
    <message>
        <source>MCP servers</source>
        <translation>MCP-Server</translation>
    </message>
    <message>
        <source>Start and look</source>
        <translation>Starten und nachsehen</translation>
    </message>
    <message>
        <source>Starts those that don&apos;t run, and asks each which tools it offers</source>
        <translation>Startet, was nicht läuft, und fragt jeden, welche Werkzeuge er anbietet</translation>
    </message>
    <message>
        <source>No MCP servers</source>
        <translation>Keine MCP-Server</translation>
    </message>
    <message>
        <source>Declare them in the agent&apos;s TOML text, under [[mcp_servers]] with a name and a command.</source>
        <translation>Tragen Sie sie in den TOML-Text des Agenten ein, unter [[mcp_servers]] mit Name und Befehl.</translation>
    </message>
</context>
<context>
    <name>SettingsFinder</name>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Search in names, words and explanations</source>
        <translation>In Namen, Wörtern und Erklärungen suchen</translation>
    </message>
    <message>
        <source>Sections of the settings</source>
        <translation>Abschnitte der Einstellungen</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>Keine Einstellung enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Settings that were found</source>
        <translation>Gefundene Einstellungen</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Channels for messages</source>
        <translation>Kanäle für Nachrichten</translation>
    </message>
    <message>
        <source>While the screen is locked, nothing can be decided in this window.</source>
        <translation>Solange der Bildschirm gesperrt ist, lässt sich in diesem Fenster nichts entscheiden.</translation>
    </message>
    <message>
        <source>This desktop doesn&apos;t say whether the screen is locked, so decisions aren&apos;t held back while it is.</source>
        <translation>Dieser Desktop meldet nicht, ob der Bildschirm gesperrt ist; Entscheidungen werden darum währenddessen nicht zurückgehalten.</translation>
    </message>
</context>
<context>
    <name>SideBySide</name>
    <message>
        <source>Changes, the old lines beside the new ones</source>
        <translation>Änderungen, die alten Zeilen neben den neuen</translation>
    </message>
</context>
<context>
    <name>SinceLine</name>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show what changed</source>
        <translation>Zeigen, was sich geändert hat</translation>
    </message>
    <message>
        <source>Decides nothing.</source>
        <translation>Entscheidet nichts.</translation>
    </message>
    <message>
        <source>Looking for what you approved last…</source>
        <translation>Ihre letzte Freigabe wird gesucht …</translation>
    </message>
    <message>
        <source>You have approved no call of this tool by this agent lately.</source>
        <translation>Sie haben in letzter Zeit keinen Aufruf dieses Werkzeugs durch diesen Agenten freigegeben.</translation>
    </message>
    <message>
        <source>Since the call that you approved last, {0} ago: {1}.</source>
        <translation>Seit Ihrer letzten Freigabe vor {0}: {1}.</translation>
    </message>
</context>
<context>
    <name>SlowGesture</name>
    <message>
        <source>Let go too early: hold the button until the bar in it is full.</source>
        <translation>Zu früh losgelassen: Halten Sie die Schaltfläche, bis ihr Balken voll ist.</translation>
    </message>
    <message>
        <source>That isn&apos;t how the digest ends. Look at it again, or hold the button.</source>
        <translation>So endet die Prüfsumme nicht. Sehen Sie noch einmal nach oder halten Sie die Schaltfläche.</translation>
    </message>
</context>
<context>
    <name>StatisticsPage</name>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>As tables</source>
        <translation>Als Tabellen</translation>
    </message>
    <message>
        <source>Approvals of yours whose card had been in view for less than one second.</source>
        <translation>Ihre Freigaben, deren Karte weniger als eine Sekunde im Blick war.</translation>
    </message>
    <message>
        <source>Decisions of yours with folded parts of which none was unfolded.</source>
        <translation>Ihre Entscheidungen mit zugeklappten Teilen, von denen keiner aufgeklappt wurde.</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt …</translation>
    </message>
    <message>
        <source>Nothing measured yet. placet bench measures this machine, and keeps the result for this page.</source>
        <translation>Noch nichts gemessen. placet bench misst diesen Rechner und bewahrt das Ergebnis für diese Seite auf.</translation>
    </message>
    <message>
        <source>{0} of {1} budgets met. Measured {2} with Placet {3}.</source>
        <translation>{0} von {1} Budgets eingehalten. Gemessen am {2} mit Placet {3}.</translation>
    </message>
    <message>
        <source>Nothing is known of this in the period.</source>
        <translation>Darüber ist für den Zeitraum nichts bekannt.</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>Busiest hour</source>
        <translation>Höchstwert pro Stunde</translation>
    </message>
    <message>
        <source>Time on the card, median</source>
        <translation>Zeit an der Karte (Median)</translation>
    </message>
    <message>
        <source>Times known: {0}. Not known: {1}.</source>
        <translation>Bekannt: {0}. Nicht bekannt: {1}.</translation>
    </message>
    <message>
        <source>How long the card had been in view, undisturbed, when you answered. Median: {0}.</source>
        <translation>Wie lange die Karte ungestört im Blick war, als Sie antworteten. Median: {0}.</translation>
    </message>
    <message>
        <source>Approvals under one second</source>
        <translation>Freigaben unter einer Sekunde</translation>
    </message>
    <message>
        <source>Never unfolded</source>
        <translation>Nie aufgeklappt</translation>
    </message>
    <message>
        <source>Decisions per hour</source>
        <translation>Entscheidungen pro Stunde</translation>
    </message>
    <message>
        <source>Time on the card</source>
        <translation>Zeit an der Karte</translation>
    </message>
    <message>
        <source>What was unfolded</source>
        <translation>Was aufgeklappt wurde</translation>
    </message>
    <message>
        <source>Who decided, and where</source>
        <translation>Wer wo entschied</translation>
    </message>
    <message>
        <source>Speed of this machine: how much of each budget is used</source>
        <translation>Tempo dieses Rechners: wie viel von jedem Budget verbraucht ist</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Zeitraum</translation>
    </message>
    <message>
        <source>Show the same numbers as tables</source>
        <translation>Dieselben Zahlen als Tabellen zeigen</translation>
    </message>
    <message>
        <source>All figures</source>
        <translation>Alle Diagramme</translation>
    </message>
    <message>
        <source>{0} of {1} approvals of yours with a time</source>
        <translation>{0} von {1} Ihrer Freigaben mit bekannter Zeit</translation>
    </message>
    <message>
        <source>{0} of {1} decisions of yours with folded parts</source>
        <translation>{0} von {1} Ihrer Entscheidungen mit zugeklappten Teilen</translation>
    </message>
    <message>
        <source>{0} by you, {1} by rule or code</source>
        <translation>{0} durch Sie, {1} durch Regel oder Code</translation>
    </message>
    <message>
        <source>No decisions in this period.</source>
        <translation>Keine Entscheidungen in diesem Zeitraum.</translation>
    </message>
    <message>
        <source>Most in one hour: {0}, {1}. The hours are this machine&apos;s.</source>
        <translation>Höchstwert in einer Stunde: {0} ({1}). Es gilt die Uhrzeit dieses Rechners.</translation>
    </message>
    <message>
        <source>What this window had folded away when you answered. Elsewhere nobody reports it.</source>
        <translation>Was dieses Fenster zugeklappt hatte, als Sie antworteten. Außerhalb dieses Fensters wird das nicht erfasst.</translation>
    </message>
</context>
<context>
    <name>StepUp</name>
    <message>
        <source>Your system didn&apos;t take that for you, so nothing was done.</source>
        <translation>Ihr System hat Sie nicht erkannt, darum wurde nichts getan.</translation>
    </message>
    <message>
        <source>The question for your password was closed, so nothing was done.</source>
        <translation>Die Passwortabfrage wurde geschlossen, darum wurde nichts getan.</translation>
    </message>
    <message>
        <source>Nothing in this session can ask for your password, so nothing was done. approvals.reauthenticate is what asks for it.</source>
        <translation>Nichts in dieser Sitzung kann nach Ihrem Passwort fragen, darum wurde nichts getan. Verlangt wird es durch approvals.reauthenticate.</translation>
    </message>
    <message>
        <source>Your system can&apos;t ask for your password: polkit is missing, or doesn&apos;t know Placet&apos;s action. Nothing was done. approvals.reauthenticate is what asks for it.</source>
        <translation>Ihr System kann nicht nach Ihrem Passwort fragen: polkit fehlt oder kennt die Aktion von Placet nicht. Es wurde nichts getan. Verlangt wird es durch approvals.reauthenticate.</translation>
    </message>
    <message>
        <source>The question for your password was taken back, so nothing was done.</source>
        <translation>Die Passwortabfrage wurde zurückgenommen, darum wurde nichts getan.</translation>
    </message>
</context>
<context>
    <name>TargetCard</name>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Send a test</source>
        <translation>Test senden</translation>
    </message>
    <message>
        <source>At once, whether or not it is switched on; the event says that it is a test.</source>
        <translation>Sofort, ob ein- oder ausgeschaltet; das Ereignis sagt, dass es ein Test ist.</translation>
    </message>
    <message>
        <source>Send it an event that says that it is a test</source>
        <translation>Ein Ereignis senden, das sagt, dass es ein Test ist</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Pause this timer</source>
        <translation>Diesen Timer pausieren</translation>
    </message>
    <message>
        <source>Tell this target no more</source>
        <translation>Dieses Ziel nicht mehr benachrichtigen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausieren</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume this timer</source>
        <translation>Diesen Timer fortsetzen</translation>
    </message>
</context>
<context>
    <name>TargetsTab</name>
    <message>
        <source>Triggers and timers</source>
        <translation>Auslöser und Timer</translation>
    </message>
    <message>
        <source>Timers</source>
        <translation>Timer</translation>
    </message>
    <message>
        <source>Nobody is told.</source>
        <translation>Niemand wird benachrichtigt.</translation>
    </message>
</context>
<context>
    <name>TaskDetail</name>
    <message>
        <source>Task details</source>
        <translation>Details der Aufgabe</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Decide in the inbox</source>
        <translation>Im Eingang entscheiden</translation>
    </message>
    <message>
        <source>Close details</source>
        <translation>Details schließen</translation>
    </message>
    <message>
        <source>Take this task back</source>
        <translation>Diese Aufgabe zurücknehmen</translation>
    </message>
    <message>
        <source>Before it runs it is cancelled; while it runs it is told to stop.</source>
        <translation>Vor dem Start wird sie abgebrochen; läuft sie schon, wird sie zum Anhalten aufgefordert.</translation>
    </message>
</context>
<context>
    <name>TaskExports</name>
    <message>
        <source>{0} couldn&apos;t be written: {1}.</source>
        <translation>{0} ließ sich nicht schreiben: {1}.</translation>
    </message>
</context>
<context>
    <name>TaskFilters</name>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new</source>
        <translation>
            <numerusform>%Ln neue</numerusform>
            <numerusform>%Ln neue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tasks</source>
        <translation>
            <numerusform>%Ln Aufgabe</numerusform>
            <numerusform>%Ln Aufgaben</numerusform>
        </translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>Alle Agenten</translation>
    </message>
    <message>
        <source>All tools</source>
        <translation>Alle Werkzeuge</translation>
    </message>
    <message>
        <source>Forget this view</source>
        <translation>Diese Ansicht vergessen</translation>
    </message>
    <message>
        <source>Saved views</source>
        <translation>Gespeicherte Ansichten</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>Any risk</source>
        <translation>Jedes Risiko</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Jederzeit</translation>
    </message>
    <message>
        <source>Search tasks</source>
        <translation>Aufgaben durchsuchen</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Type a name and press Enter: these filters are then a saved view</source>
        <translation>Tippen Sie einen Namen und drücken Sie die Eingabetaste: Diese Filter sind dann eine gespeicherte Ansicht</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Stop export</source>
        <translation>Export anhalten</translation>
    </message>
    <message>
        <source>Show the tasks that came in above these</source>
        <translation>Die Aufgaben zeigen, die darüber hinzukamen</translation>
    </message>
    <message>
        <source>Copy the selected tasks as JSON</source>
        <translation>Die gewählten Aufgaben als JSON kopieren</translation>
    </message>
    <message>
        <source>The selected tasks…</source>
        <translation>Die ausgewählten Aufgaben …</translation>
    </message>
    <message>
        <source>All tasks that fit…</source>
        <translation>Alle passenden Aufgaben …</translation>
    </message>
    <message>
        <source>Words in tools, arguments, results</source>
        <translation>Wörter in Werkzeugen, Argumenten, Ergebnissen</translation>
    </message>
    <message>
        <source>Kind of task</source>
        <translation>Art der Aufgabe</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>When it was asked</source>
        <translation>Wann gefragt wurde</translation>
    </message>
    <message>
        <source>Name to save these filters under</source>
        <translation>Name, unter dem diese Filter gespeichert werden</translation>
    </message>
    <message>
        <source>Write tasks into a file; Ctrl+C copies the selected ones as JSON</source>
        <translation>Aufgaben in eine Datei schreiben; Strg+C kopiert die ausgewählten als JSON</translation>
    </message>
    <message>
        <source>Show tasks in this state</source>
        <translation>Aufgaben in diesem Zustand zeigen</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
</context>
<context>
    <name>TasksPage</name>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tasks copied as JSON</source>
        <translation>
            <numerusform>%Ln Aufgabe als JSON kopiert</numerusform>
            <numerusform>%Ln Aufgaben als JSON kopiert</numerusform>
        </translation>
    </message>
    <message>
        <source>No task is selected</source>
        <translation>Keine Aufgabe ausgewählt</translation>
    </message>
    <message>
        <source>Write tasks into a file</source>
        <translation>Aufgaben in eine Datei schreiben</translation>
    </message>
    <message>
        <source>JSON Lines (*.jsonl)</source>
        <translation>JSON Lines (*.jsonl)</translation>
    </message>
    <message>
        <source>CSV for spreadsheets (*.csv)</source>
        <translation>CSV für Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Wird geschrieben …</translation>
    </message>
    <message>
        <source>{0} written so far</source>
        <translation>bisher {0} geschrieben</translation>
    </message>
    <message>
        <source>{0} written into {1}</source>
        <translation>{0} geschrieben in {1}</translation>
    </message>
    <message>
        <source>Stopped; nothing was written</source>
        <translation>Angehalten; es wurde nichts geschrieben</translation>
    </message>
    <message>
        <source>No tasks yet</source>
        <translation>Noch keine Aufgaben</translation>
    </message>
    <message>
        <source>What your agents ask for and do appears here.</source>
        <translation>Was Ihre Agenten anfragen und tun, erscheint hier.</translation>
    </message>
    <message>
        <source>No tasks match</source>
        <translation>Keine passenden Aufgaben</translation>
    </message>
    <message>
        <source>Take a filter away to see more.</source>
        <translation>Entfernen Sie einen Filter, um mehr zu sehen.</translation>
    </message>
</context>
<context>
    <name>TasksTable</name>
    <message>
        <source>Tasks, newest first</source>
        <translation>Aufgaben, neueste zuerst</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>Write into a file…</source>
        <translation>In eine Datei schreiben…</translation>
    </message>
</context>
<context>
    <name>TokenNotice</name>
    <message>
        <source>An owner token was made offline</source>
        <translation>Ein Eigentümer-Token wurde offline erstellt</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>Keep this owner token</source>
        <translation>Dieses Eigentümer-Token behalten</translation>
    </message>
    <message>
        <source>Revoke this owner token</source>
        <translation>Dieses Eigentümer-Token widerrufen</translation>
    </message>
    <message>
        <source>An owner token was made on the command line at {0}. Whoever has it may decide everything for you.</source>
        <translation>Auf der Befehlszeile wurde ein Eigentümer-Token erstellt ({0}). Wer es hat, darf alles für Sie entscheiden.</translation>
    </message>
    <message numerus="yes">
        <source>{0} There are %Ln more.</source>
        <translation>
            <numerusform>{0} Es gibt noch %Ln weiteres.</numerusform>
            <numerusform>{0} Es gibt noch %Ln weitere.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TokensPresenter</name>
    <message>
        <source>made in the window</source>
        <translation>im Fenster erstellt</translation>
    </message>
</context>
<context>
    <name>ToolsCard</name>
    <message>
        <source>By agent and tool</source>
        <translation>Nach Agent und Werkzeug</translation>
    </message>
</context>
<context>
    <name>ToolsTab</name>
    <message>
        <source>What it does</source>
        <translation>Was es tut</translation>
    </message>
    <message>
        <source>Add the tool</source>
        <translation>Werkzeug hinzufügen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Which tool to add</source>
        <translation>Welches Werkzeug hinzukommt</translation>
    </message>
    <message>
        <source>Save the changes of the tools</source>
        <translation>Änderungen an den Werkzeugen speichern</translation>
    </message>
    <message>
        <source>Discard the changes of the tools</source>
        <translation>Änderungen an den Werkzeugen verwerfen</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>No tools: this agent can only talk.</source>
        <translation>Keine Werkzeuge: Dieser Agent kann nur sprechen.</translation>
    </message>
    <message>
        <source>of an MCP server</source>
        <translation>von einem MCP-Server</translation>
    </message>
    <message>
        <source>waits at most {0}</source>
        <translation>wartet höchstens {0}</translation>
    </message>
    <message>
        <source>only certain {0}</source>
        <translation>nur bestimmte {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tools are changed.</source>
        <translation>
            <numerusform>%Ln Werkzeug ist geändert.</numerusform>
            <numerusform>%Ln Werkzeuge sind geändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Without asking you from now on: {0}.</source>
        <translation>Ab jetzt ohne Rückfrage: {0}.</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Open Placet</source>
        <translation>Placet öffnen</translation>
    </message>
    <message>
        <source>Do not disturb</source>
        <translation>Nicht stören</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Placet</source>
        <translation>Placet</translation>
    </message>
</context>
<context>
    <name>TypedTree</name>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
</context>
<context>
    <name>ValuePager</name>
    <message>
        <source>As bytes</source>
        <translation>Als Bytes</translation>
    </message>
    <message>
        <source>The whole text of this argument</source>
        <translation>Der ganze Text dieses Arguments</translation>
    </message>
    <message>
        <source>All arguments</source>
        <translation>Alle Argumente</translation>
    </message>
    <message>
        <source>Back to all arguments</source>
        <translation>Zurück zu allen Argumenten</translation>
    </message>
    <message>
        <source>Escape does the same.</source>
        <translation>Esc bewirkt dasselbe.</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>Shows this text byte by byte; decides nothing</source>
        <translation>Zeigt diesen Text Byte für Byte; entscheidet nichts</translation>
    </message>
    <message>
        <source>Show the bytes of this text</source>
        <translation>Die Bytes dieses Textes zeigen</translation>
    </message>
</context>
<context>
    <name>VerdictBar</name>
    <message>
        <source>What approving waits for</source>
        <translation>Worauf die Freigabe wartet</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>Einen Moment …</translation>
    </message>
    <message>
        <source>Hold to approve edit</source>
        <translation>Zum Freigeben der Bearbeitung halten</translation>
    </message>
    <message>
        <source>Approve edit</source>
        <translation>Bearbeitung freigeben</translation>
    </message>
    <message>
        <source>Your system asks for your password; your yes counts once it has it.</source>
        <translation>Ihr System fragt nach Ihrem Passwort; Ihre Freigabe zählt, sobald es eingegeben ist.</translation>
    </message>
    <message>
        <source>Ready. One click on Approve edit, or Ctrl+Enter, approves your version.</source>
        <translation>Bereit. Ein Klick auf „Bearbeitung freigeben“ oder Strg+Eingabe gibt Ihre Fassung frei.</translation>
    </message>
    <message>
        <source>The code that would run hasn&apos;t been in view to its end. Scroll through Code first.</source>
        <translation>Der Code, der laufen würde, war noch nicht bis zum Ende im Blick. Blättern Sie zuerst „Code“ durch.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln parts are folded away. Open them, or scroll through Raw, before you approve.</source>
        <translation>
            <numerusform>%Ln Teil ist zugeklappt. Öffnen Sie ihn oder blättern Sie „Rohtext“ durch, bevor Sie freigeben.</numerusform>
            <numerusform>%Ln Teile sind zugeklappt. Öffnen Sie sie oder blättern Sie „Rohtext“ durch, bevor Sie freigeben.</numerusform>
        </translation>
    </message>
    <message>
        <source>The digest matches. Click the button, or press Ctrl+Enter, to approve.</source>
        <translation>Die Prüfsumme stimmt. Zum Freigeben klicken Sie auf die Schaltfläche oder drücken Strg+Eingabe.</translation>
    </message>
    <message>
        <source>High risk: hold the button for {0}, or type how the digest ends.</source>
        <translation>Hohes Risiko: Halten Sie die Schaltfläche {0} lang oder tippen Sie das Ende der Prüfsumme ein.</translation>
    </message>
    <message>
        <source>digest&apos;s end</source>
        <translation>Endzeichen</translation>
    </message>
    <message>
        <source>The last six characters of the digest, instead of holding the button</source>
        <translation>Die letzten sechs Zeichen der Prüfsumme, statt die Schaltfläche zu halten</translation>
    </message>
    <message numerus="yes">
        <source>%Ln parts of what was asked are folded away. Go back and open them, or scroll through Raw.</source>
        <translation>
            <numerusform>%Ln Teil der Anfrage ist zugeklappt. Gehen Sie zurück und öffnen Sie ihn oder blättern Sie „Rohtext“ durch.</numerusform>
            <numerusform>%Ln Teile der Anfrage sind zugeklappt. Gehen Sie zurück und öffnen Sie sie oder blättern Sie „Rohtext“ durch.</numerusform>
        </translation>
    </message>
    <message>
        <source>Last six characters of the digest</source>
        <translation>Letzte sechs Zeichen der Prüfsumme</translation>
    </message>
    <message>
        <source>Reason for a no, for the agent to read</source>
        <translation>Ablehnungsgrund für den Agenten</translation>
    </message>
    <message>
        <source>Reason for a no</source>
        <translation>Ablehnungsgrund</translation>
    </message>
    <message>
        <source>Enter decides nothing here.</source>
        <translation>Die Eingabetaste entscheidet hier nichts.</translation>
    </message>
    <message>
        <source>Hold, or type the digest&apos;s end and click</source>
        <translation>Halten, oder das Ende der Prüfsumme eintippen und klicken</translation>
    </message>
    <message>
        <source>One click</source>
        <translation>Ein Klick</translation>
    </message>
    <message>
        <source>{0}. Ctrl+Enter does the same as the click.</source>
        <translation>{0}. Strg+Eingabe bewirkt dasselbe wie der Klick.</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Deny this request. Ctrl+Backspace does the same.</source>
        <translation>Diese Anfrage ablehnen. Strg+Rücktaste bewirkt dasselbe.</translation>
    </message>
    <message>
        <source>Nothing can be decided while the screen is locked.</source>
        <translation>Solange der Bildschirm gesperrt ist, lässt sich nichts entscheiden.</translation>
    </message>
    <message>
        <source>Your decision is on its way.</source>
        <translation>Ihre Entscheidung ist unterwegs.</translation>
    </message>
    <message>
        <source>Approving waits until the request is in view.</source>
        <translation>Die Freigabe wartet, bis die Anfrage im Blick ist.</translation>
    </message>
    <message>
        <source>Approving waits until this window has the keyboard.</source>
        <translation>Freigeben können Sie erst, wenn dieses Fenster aktiv ist.</translation>
    </message>
    <message>
        <source>Approving waits until the request itself is in view again.</source>
        <translation>Die Freigabe wartet, bis die Anfrage selbst wieder im Blick ist.</translation>
    </message>
    <message>
        <source>Approving waits until you have seen the arguments. Scroll to them first.</source>
        <translation>Die Freigabe wartet, bis Sie die Argumente gesehen haben. Blättern Sie erst zu ihnen.</translation>
    </message>
    <message>
        <source>Approving waits until you have reviewed what your edit changes, or gone back.</source>
        <translation>Freigeben können Sie, sobald Sie Ihre Änderungen geprüft haben oder zur Anfrage zurückgekehrt sind.</translation>
    </message>
    <message>
        <source>Approving waits until no key or button has been pressed for a moment.</source>
        <translation>Die Freigabe wartet, bis einen Moment lang keine Taste gedrückt wurde.</translation>
    </message>
    <message>
        <source>Approving waits until the request has been in view for a moment.</source>
        <translation>Die Freigabe wartet, bis die Anfrage einen Moment im Blick war.</translation>
    </message>
    <message>
        <source>You have written a reason for a no. Clear it to approve, or press Deny.</source>
        <translation>Sie haben einen Grund für ein Nein geschrieben. Leeren Sie das Feld, um freizugeben, oder drücken Sie Ablehnen.</translation>
    </message>
    <message>
        <source>Ready. One click on Approve, or Ctrl+Enter, approves exactly what is shown.</source>
        <translation>Bereit. Ein Klick auf „Freigeben“ oder Strg+Eingabe gibt genau das Gezeigte frei.</translation>
    </message>
</context>
<context>
    <name>WaitingLine</name>
    <message>
        <source>Show the inbox</source>
        <translation>Eingang zeigen</translation>
    </message>
    <message>
        <source>Decides nothing.</source>
        <translation>Entscheidet nichts.</translation>
    </message>
    <message>
        <source>It goes on when you have decided.</source>
        <translation>Er macht weiter, sobald Sie entschieden haben.</translation>
    </message>
</context>
<context>
    <name>WorkflowDetail</name>
    <message>
        <source>Workflow</source>
        <translation>Workflow</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Take it up again; what was done isn&apos;t done again.</source>
        <translation>Wieder aufnehmen; was getan ist, wird nicht erneut getan.</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Run it again for the same goal.</source>
        <translation>Für dasselbe Ziel erneut laufen lassen.</translation>
    </message>
    <message>
        <source>Next goal…</source>
        <translation>Nächstes Ziel …</translation>
    </message>
    <message>
        <source>Give it another goal, under the same scope.</source>
        <translation>Ein weiteres Ziel geben, im selben Rahmen.</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Unterhaltung</translation>
    </message>
    <message>
        <source>Open the conversation that it runs in.</source>
        <translation>Die Unterhaltung öffnen, in der er läuft.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop it. What was done by then stays done.</source>
        <translation>Anhalten. Was bis dahin getan ist, bleibt getan.</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Take it off the list. What it proves stays.</source>
        <translation>Aus der Liste nehmen. Was er nachweist, bleibt.</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show the effect that is in doubt</source>
        <translation>Die zweifelhafte Wirkung zeigen</translation>
    </message>
    <message>
        <source>Close details</source>
        <translation>Details schließen</translation>
    </message>
    <message>
        <source>Parts of the workflow</source>
        <translation>Teile des Workflows</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>Kette</translation>
    </message>
    <message>
        <source>Summary (the model&apos;s words)</source>
        <translation>Zusammenfassung (Worte des Modells)</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
</context>
<context>
    <name>WorkflowDialog</name>
    <message>
        <source>New workflow</source>
        <translation>Neuer Workflow</translation>
    </message>
    <message>
        <source>No agent has a model yet</source>
        <translation>Noch hat kein Agent ein Modell</translation>
    </message>
    <message>
        <source>A goal in your own words</source>
        <translation>Ein Ziel in Ihren Worten</translation>
    </message>
    <message>
        <source>One moment…</source>
        <translation>Einen Moment …</translation>
    </message>
    <message>
        <source>Kind of workflow</source>
        <translation>Art des Workflows</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>The goal</source>
        <translation>Das Ziel</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Start the workflow</source>
        <translation>Den Workflow starten</translation>
    </message>
    <message>
        <source>Close without starting anything</source>
        <translation>Schließen, ohne etwas zu starten</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>What the agent should do</source>
        <translation>Was der Agent tun soll</translation>
    </message>
    <message>
        <source>Nobody can say from outside what would prove it, so it ends without having been checked.</source>
        <translation>Was ein Ziel in eigenen Worten nachweisen würde, lässt sich von außen nicht sagen; darum endet der Workflow ungeprüft.</translation>
    </message>
</context>
<context>
    <name>WorkflowsPage</name>
    <message>
        <source>Workflows</source>
        <translation>Workflows</translation>
    </message>
    <message>
        <source>Workflows, newest first</source>
        <translation>Workflows, neueste zuerst</translation>
    </message>
    <message>
        <source>Search goals</source>
        <translation>Ziele durchsuchen</translation>
    </message>
    <message>
        <source>Search in titles and goals</source>
        <translation>In Titeln und Zielen suchen</translation>
    </message>
    <message>
        <source>New workflow</source>
        <translation>Neuer Workflow</translation>
    </message>
    <message>
        <source>Show workflows in this state</source>
        <translation>Workflows in diesem Zustand zeigen</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln workflows</source>
        <translation>
            <numerusform>%Ln Workflow</numerusform>
            <numerusform>%Ln Workflows</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the workflows that came in above these</source>
        <translation>Die Workflows zeigen, die darüber hinzukamen</translation>
    </message>
    <message>
        <source>No workflows yet</source>
        <translation>Noch keine Workflows</translation>
    </message>
    <message>
        <source>Give an agent a goal that ends done only with evidence: New workflow, above.</source>
        <translation>Geben Sie einem Agenten ein Ziel, das nur mit Nachweis als erledigt endet: „Neuer Workflow“, oben.</translation>
    </message>
    <message>
        <source>No workflows match</source>
        <translation>Keine passenden Workflows</translation>
    </message>
    <message>
        <source>Take a filter away to see more.</source>
        <translation>Entfernen Sie einen Filter, um mehr zu sehen.</translation>
    </message>
</context>
<context>
    <name>_ArgumentChoice</name>
    <message>
        <source>whatever it may be</source>
        <translation>was immer es ist</translation>
    </message>
    <message>
        <source>What {0} may be</source>
        <translation>Was {0} sein darf</translation>
    </message>
    <message>
        <source>Pattern, folder or host of {0}</source>
        <translation>Muster, Ordner oder Host von {0}</translation>
    </message>
</context>
<context>
    <name>_Bubble</name>
    <message>
        <source>Open task</source>
        <translation>Aufgabe öffnen</translation>
    </message>
    <message>
        <source>Open the task of this message</source>
        <translation>Die Aufgabe dieser Nachricht öffnen</translation>
    </message>
</context>
<context>
    <name>_CardList</name>
    <message>
        <source>Requests that wait for you</source>
        <translation>Anfragen, die auf Sie warten</translation>
    </message>
</context>
<context>
    <name>_Curtain</name>
    <message>
        <source>Values are hidden</source>
        <translation>Die Werte sind verborgen</translation>
    </message>
    <message>
        <source>Nothing can be decided here meanwhile. Requests wait. Ctrl+Shift+H shows them again.</source>
        <translation>Solange sie verborgen sind, lässt sich hier nichts entscheiden; Anfragen warten. Strg+Umschalt+H zeigt sie wieder.</translation>
    </message>
</context>
<context>
    <name>_Deadline</name>
    <message>
        <source>Deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>15 min more</source>
        <translation>15 min mehr</translation>
    </message>
    <message>
        <source>Give it 15 more minutes; decides nothing</source>
        <translation>15 Minuten mehr Zeit geben; entscheidet nichts</translation>
    </message>
    <message>
        <source>Give it 15 more minutes</source>
        <translation>15 Minuten mehr Zeit geben</translation>
    </message>
    <message>
        <source>Decides nothing.</source>
        <translation>Entscheidet nichts.</translation>
    </message>
    <message>
        <source>Ends unanswered at {0}; {1}</source>
        <translation>Endet unbeantwortet um {0}; {1}</translation>
    </message>
</context>
<context>
    <name>_Doubt</name>
    <message>
        <source>It happened</source>
        <translation>Es ist geschehen</translation>
    </message>
    <message>
        <source>It did not</source>
        <translation>Es ist nicht geschehen</translation>
    </message>
    <message>
        <source>I looked</source>
        <translation>Ich habe nachgesehen</translation>
    </message>
    <message>
        <source>What you saw yourself is kept and shown. It proves nothing, and lets nothing be sent again.</source>
        <translation>Was Sie selbst gesehen haben, wird aufbewahrt und gezeigt. Es ist kein Nachweis und lässt nichts erneut senden.</translation>
    </message>
    <message>
        <source>Where you looked, and what you saw</source>
        <translation>Wo Sie nachgesehen haben und was Sie sahen</translation>
    </message>
    <message>
        <source>I looked: it happened</source>
        <translation>Ich habe nachgesehen: Es ist geschehen</translation>
    </message>
    <message>
        <source>I looked: it did not happen</source>
        <translation>Ich habe nachgesehen: Es ist nicht geschehen</translation>
    </message>
</context>
<context>
    <name>_Form</name>
    <message>
        <source>Small letters, figures, - and _</source>
        <translation>Kleinbuchstaben, Ziffern, - und _</translation>
    </message>
    <message>
        <source>The folder that holds its files</source>
        <translation>Der Ordner mit seinen Dateien</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>No model: it only calls over HTTP</source>
        <translation>Kein Modell: ruft nur über HTTP auf</translation>
    </message>
    <message>
        <source>The backend&apos;s first</source>
        <translation>Das erste des Backends</translation>
    </message>
    <message>
        <source>Must use a tool before it answers (for small models)</source>
        <translation>Muss ein Werkzeug benutzen, bevor er antwortet (für kleine Modelle)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Model backend</source>
        <translation>Modell-Backend</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>The agent&apos;s folder</source>
        <translation>Der Ordner des Agenten</translation>
    </message>
</context>
<context>
    <name>_JsonText</name>
    <message>
        <source>Your version of the arguments, as JSON text</source>
        <translation>Ihre Fassung der Argumente, als JSON-Text</translation>
    </message>
</context>
<context>
    <name>_Leave</name>
    <message>
        <source>New password; empty: the one that is kept</source>
        <translation>Neues Passwort; leer: das gespeicherte</translation>
    </message>
    <message>
        <source>Give leave</source>
        <translation>Erlauben</translation>
    </message>
    <message>
        <source>A new password for {0}</source>
        <translation>Ein neues Passwort für {0}</translation>
    </message>
    <message>
        <source>Give leave for {0}</source>
        <translation>Erlaubnis für {0} erteilen</translation>
    </message>
</context>
<context>
    <name>_Maker</name>
    <message>
        <source>Make a token</source>
        <translation>Token erstellen</translation>
    </message>
    <message>
        <source>For whom the token speaks</source>
        <translation>Für wen das Token spricht</translation>
    </message>
    <message>
        <source>Which agent&apos;s token</source>
        <translation>Token welches Agenten</translation>
    </message>
    <message>
        <source>How long the token lives</source>
        <translation>Wie lange das Token gilt</translation>
    </message>
    <message>
        <source>Never expires</source>
        <translation>Läuft nie ab</translation>
    </message>
    <message numerus="yes">
        <source>Lives %Ln days</source>
        <translation>
            <numerusform>Gilt einen Tag</numerusform>
            <numerusform>Gilt %Ln Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no agent yet that a token could speak for.</source>
        <translation>Es gibt noch keinen Agenten, für den ein Token sprechen könnte.</translation>
    </message>
</context>
<context>
    <name>_NoticeBar</name>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>Diesen Hinweis schließen</translation>
    </message>
</context>
<context>
    <name>_Parts</name>
    <message>
        <source>Arguments as edited</source>
        <translation>Bearbeitete Argumente</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Parts of the task</source>
        <translation>Teile der Aufgabe</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Bearbeitet</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
</context>
<context>
    <name>_Said</name>
    <message>
        <source>Nothing that waits was let pass.</source>
        <translation>Nichts Wartendes wurde durchgelassen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln requests that waited pass.</source>
        <translation>
            <numerusform>%Ln wartende Anfrage läuft durch.</numerusform>
            <numerusform>%Ln wartende Anfragen laufen durch.</numerusform>
        </translation>
    </message>
    <message>
        <source>This stands now. {0} You find it under Grants.</source>
        <translation>Das gilt jetzt. {0} Sie finden es unter „Dauerfreigaben“.</translation>
    </message>
    <message>
        <source>The model said nothing of it.</source>
        <translation>Das Modell hat nichts dazu gesagt.</translation>
    </message>
    <message>
        <source>Summary (the model&apos;s words)</source>
        <translation>Zusammenfassung (Worte des Modells)</translation>
    </message>
    <message>
        <source>This is what the model says of its own work. It is a claim, and proves nothing.</source>
        <translation>Das sagt das Modell über seine eigene Arbeit. Es ist eine Behauptung und kein Nachweis.</translation>
    </message>
</context>
<context>
    <name>_Secret</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>The new token, shown this once</source>
        <translation>Das neue Token, nur dieses eine Mal gezeigt</translation>
    </message>
    <message>
        <source>Copy the new token</source>
        <translation>Das neue Token kopieren</translation>
    </message>
    <message>
        <source>Hide the new token</source>
        <translation>Das neue Token ausblenden</translation>
    </message>
    <message>
        <source>Copy it now: it is shown this once and kept nowhere.</source>
        <translation>Kopieren Sie es jetzt: Es wird nur dieses eine Mal gezeigt und nirgends aufbewahrt.</translation>
    </message>
</context>
<context>
    <name>_ServerLine</name>
    <message>
        <source>Use it</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Which model of {0}</source>
        <translation>Welches Modell von {0}</translation>
    </message>
    <message>
        <source>Make an agent of {0}, and talk to it</source>
        <translation>Einen Agenten mit {0} anlegen und mit ihm sprechen</translation>
    </message>
    <message>
        <source>It has no model yet; fetch one with it, then look again.</source>
        <translation>Er hat noch kein Modell; laden Sie eines mit ihm und suchen Sie dann erneut.</translation>
    </message>
</context>
<context>
    <name>_SettingLine</name>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Changed: not as Placet comes</source>
        <translation>Geändert: nicht wie voreingestellt</translation>
    </message>
    <message>
        <source>Back to {0}</source>
        <translation>Auf „{0}“ zurücksetzen</translation>
    </message>
    <message>
        <source>Back to the default: {0}</source>
        <translation>Zurück zur Voreinstellung: {0}</translation>
    </message>
    <message>
        <source>{0} was not taken. {1}</source>
        <translation>{0} wurde nicht übernommen. {1}</translation>
    </message>
</context>
<context>
    <name>_StatusBar</name>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>API {0}</source>
        <translation>API {0}</translation>
    </message>
    <message>
        <source>HTTP off</source>
        <translation>HTTP aus</translation>
    </message>
    <message numerus="yes">
        <source>%Ln agents</source>
        <translation>
            <numerusform>%Ln Agent</numerusform>
            <numerusform>%Ln Agenten</numerusform>
        </translation>
    </message>
    <message>
        <source>No agents</source>
        <translation>Keine Agenten</translation>
    </message>
    <message>
        <source>{0}, {1} at work</source>
        <translation>{0}, {1} in Arbeit</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>Show values</source>
        <translation>Werte zeigen</translation>
    </message>
    <message>
        <source>Hide values</source>
        <translation>Werte verbergen</translation>
    </message>
</context>
<context>
    <name>_Switch</name>
    <message>
        <source>Pause</source>
        <translation>Pausieren</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Pause: {0}</source>
        <translation>Pausieren: {0}</translation>
    </message>
    <message>
        <source>Resume: {0}</source>
        <translation>Fortsetzen: {0}</translation>
    </message>
</context>
<context>
    <name>_TokenLine</name>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>made {0}</source>
        <translation>erstellt am {0}</translation>
    </message>
    <message>
        <source>never expires</source>
        <translation>läuft nie ab</translation>
    </message>
    <message>
        <source>expires {0}</source>
        <translation>läuft ab {0}</translation>
    </message>
    <message>
        <source>expired {0}</source>
        <translation>abgelaufen {0}</translation>
    </message>
    <message>
        <source>never used</source>
        <translation>nie benutzt</translation>
    </message>
    <message>
        <source>last used {0}</source>
        <translation>zuletzt benutzt {0}</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>Revoke the token: {0}</source>
        <translation>Token widerrufen: {0}</translation>
    </message>
</context>
<context>
    <name>_ToolLine</name>
    <message>
        <source>needs my yes</source>
        <translation>braucht Ihre Freigabe</translation>
    </message>
    <message>
        <source>May use {0}</source>
        <translation>Darf {0} benutzen</translation>
    </message>
    <message>
        <source>{0} needs my yes</source>
        <translation>{0} braucht Ihre Freigabe</translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>Inbox</source>
        <translation>Eingang</translation>
    </message>
    <message>
        <source>What waits for your decision</source>
        <translation>Was auf Ihre Entscheidung wartet</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Everything that was asked and done</source>
        <translation>Alles, was gefragt und getan wurde</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <source>Your agents and what they say</source>
        <translation>Ihre Agenten und was sie sagen</translation>
    </message>
    <message>
        <source>Generations</source>
        <translation>Generierungen</translation>
    </message>
    <message>
        <source>What models are writing and wrote</source>
        <translation>Was Modelle schreiben und geschrieben haben</translation>
    </message>
    <message>
        <source>Workflows</source>
        <translation>Workflows</translation>
    </message>
    <message>
        <source>Goals, and what proves them</source>
        <translation>Ziele und was sie nachweist</translation>
    </message>
    <message>
        <source>Grants</source>
        <translation>Dauerfreigaben</translation>
    </message>
    <message>
        <source>What may pass without asking you</source>
        <translation>Was ohne Rückfrage durchgeht</translation>
    </message>
    <message>
        <source>Doctor</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>What you have to see to</source>
        <translation>Worum Sie sich kümmern müssen</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>What happened and who decided it, and the chain that binds it</source>
        <translation>Was geschah, wer es entschied, und die Kette, die es sichert</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>How decisions were made: how many, how fast, and how much was looked at</source>
        <translation>Wie oft, wie schnell und wie genau entschieden wurde</translation>
    </message>
    <message>
        <source>Accounts</source>
        <translation>Konten</translation>
    </message>
    <message>
        <source>What agents may log in to with your leave</source>
        <translation>Wo sich Agenten mit Ihrer Erlaubnis anmelden dürfen</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>Zugriff</translation>
    </message>
    <message>
        <source>Which programs may come in over HTTP</source>
        <translation>Welche Programme über HTTP zugreifen dürfen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>How the console behaves</source>
        <translation>Wie sich die Konsole verhält</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>Three ways to begin: the model inside, a model server, a program of yours</source>
        <translation>Drei Wege: eingebautes Modell, Modellserver, eigenes Programm</translation>
    </message>
    <message>
        <source>Declare an agent</source>
        <translation>Agent anlegen</translation>
    </message>
    <message>
        <source>Say what a new agent may use, and what needs your yes</source>
        <translation>Was ein neuer Agent benutzen darf und was Ihre Freigabe braucht</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Neue Unterhaltung</translation>
    </message>
    <message>
        <source>Begin anew with the chosen agent</source>
        <translation>Mit dem gewählten Agenten neu beginnen</translation>
    </message>
    <message>
        <source>Start the chosen agent</source>
        <translation>Den gewählten Agenten starten</translation>
    </message>
    <message>
        <source>Let it work again</source>
        <translation>Wieder arbeiten lassen</translation>
    </message>
    <message>
        <source>Stop the chosen agent</source>
        <translation>Den gewählten Agenten anhalten</translation>
    </message>
    <message>
        <source>End its turn and withdraw what it waits for</source>
        <translation>Seinen Durchgang beenden und zurückziehen, worauf er wartet</translation>
    </message>
    <message>
        <source>New generation</source>
        <translation>Neue Generierung</translation>
    </message>
    <message>
        <source>Have a model write something</source>
        <translation>Ein Modell etwas schreiben lassen</translation>
    </message>
    <message>
        <source>New workflow</source>
        <translation>Neuer Workflow</translation>
    </message>
    <message>
        <source>Give an agent a goal that is checked</source>
        <translation>Einem Agenten ein Ziel geben, das geprüft wird</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Have the doctor look at everything once more</source>
        <translation>Die Diagnose noch einmal alles prüfen lassen</translation>
    </message>
    <message>
        <source>Check the chain</source>
        <translation>Kette prüfen</translation>
    </message>
    <message>
        <source>Look whether anything of the record was changed</source>
        <translation>Prüfen, ob etwas an den Aufzeichnungen geändert wurde</translation>
    </message>
    <message>
        <source>Export receipts</source>
        <translation>Belege exportieren</translation>
    </message>
    <message>
        <source>Write the chain to a signed file that others can check</source>
        <translation>Die Kette in eine signierte Datei schreiben, die andere prüfen können</translation>
    </message>
    <message>
        <source>Back up</source>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>Copy the whole ledger into one file</source>
        <translation>Das ganze Journal in eine Datei kopieren</translation>
    </message>
    <message>
        <source>Export tasks</source>
        <translation>Aufgaben exportieren</translation>
    </message>
    <message>
        <source>Write the tasks that the filters leave to a file</source>
        <translation>Die gefilterten Aufgaben in eine Datei schreiben</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search on this page</source>
        <translation>Auf dieser Seite suchen</translation>
    </message>
    <message>
        <source>Close details</source>
        <translation>Details schließen</translation>
    </message>
    <message>
        <source>Fold the details away; decides nothing</source>
        <translation>Details zuklappen; entscheidet nichts</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Approve the open, armed request</source>
        <translation>Die offene, freigeschaltete Anfrage freigeben</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Deny the open request</source>
        <translation>Die offene Anfrage ablehnen</translation>
    </message>
    <message>
        <source>Exact arguments</source>
        <translation>Genaue Argumente</translation>
    </message>
    <message>
        <source>Show the arguments exactly, or as their tool lays them out; decides nothing</source>
        <translation>Argumente genau oder lesbar zeigen; entscheidet nichts</translation>
    </message>
    <message>
        <source>Hide values</source>
        <translation>Werte verbergen</translation>
    </message>
    <message>
        <source>Cover every page while somebody looks on; nothing can be decided then</source>
        <translation>Alle Seiten verdecken; so lange lässt sich hier nichts entscheiden</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Find any command by its name and do it</source>
        <translation>Einen Befehl nach seinem Namen suchen und ausführen</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
    <message>
        <source>Show every command with its keys</source>
        <translation>Alle Befehle mit ihren Tasten zeigen</translation>
    </message>
    <message>
        <source>Stop all agents</source>
        <translation>Alle Agenten anhalten</translation>
    </message>
    <message>
        <source>Stop every agent now and withdraw what they wait for</source>
        <translation>Alle Agenten jetzt anhalten und zurückziehen, worauf sie warten</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Close the console</source>
        <translation>Die Konsole schließen</translation>
    </message>
</context>
<context>
    <name>activity</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}: {1}, {2}</source>
        <translation>{0}: {1}, {2}</translation>
    </message>
    <message>
        <source>Taken in</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>There already</source>
        <translation>Schon vorhanden</translation>
    </message>
    <message>
        <source>Left out, since it would be authority</source>
        <translation>Ausgelassen, weil es Befugnisse wären</translation>
    </message>
    <message>
        <source>Marked as restored</source>
        <translation>Als wiederhergestellt markiert</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Digest of the arguments</source>
        <translation>Prüfsumme der Argumente</translation>
    </message>
    <message>
        <source>Concerns</source>
        <translation>Betrifft</translation>
    </message>
    <message>
        <source>Happened</source>
        <translation>Geschehen</translation>
    </message>
    <message>
        <source>number {0}</source>
        <translation>Nummer {0}</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Link of the chain</source>
        <translation>Glied der Kette</translation>
    </message>
    <message>
        <source>Head of that link</source>
        <translation>Prüfsumme dieses Glieds</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>Entschieden von</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Reason given</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Shown to the decider</source>
        <translation>Dem Entscheider gezeigt</translation>
    </message>
    <message>
        <source>not reported</source>
        <translation>nicht gemeldet</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>Beantwortet durch</translation>
    </message>
    <message>
        <source>In view before</source>
        <translation>Vorher im Blick</translation>
    </message>
    <message>
        <source>Unfolded</source>
        <translation>Aufgeklappt</translation>
    </message>
    <message>
        <source>Left folded</source>
        <translation>Zugeklappt gelassen</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>edited before the yes</source>
        <translation>vor der Freigabe bearbeitet</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Conflict</source>
        <translation>Widerspruch</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Widersprüche</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>The backup&apos;s chain ends at</source>
        <translation>Die Kette der Sicherung endet bei</translation>
    </message>
    <message>
        <source>Its newest link was made</source>
        <translation>Ihr jüngstes Glied entstand</translation>
    </message>
    <message>
        <source>Its chain</source>
        <translation>Ihre Kette</translation>
    </message>
    <message>
        <source>kept beside yours, and bound into it</source>
        <translation>neben Ihrer aufbewahrt und in sie eingebunden</translation>
    </message>
    <message>
        <source>a part of yours</source>
        <translation>ein Teil Ihrer Kette</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Authorized</source>
        <translation>Autorisiert</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Start of Placet</source>
        <translation>Start von Placet</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Durch</translation>
    </message>
    <message>
        <source>Declared before</source>
        <translation>Vorher schon angelegt</translation>
    </message>
    <message>
        <source>Ended in order before</source>
        <translation>Zuvor geordnet beendet</translation>
    </message>
    <message>
        <source>Code of the error</source>
        <translation>Code des Fehlers</translation>
    </message>
    <message>
        <source>Tokens written</source>
        <translation>Geschriebene Tokens</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Erlaubnis</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Unterhaltung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Why the model stopped</source>
        <translation>Warum das Modell aufhörte</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Grant</source>
        <translation>Dauerfreigabe</translation>
    </message>
    <message>
        <source>It happened</source>
        <translation>Ist geschehen</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Missed</source>
        <translation>Verpasst</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Planned for</source>
        <translation>Geplant für</translation>
    </message>
    <message>
        <source>Tokens read</source>
        <translation>Gelesene Tokens</translation>
    </message>
    <message>
        <source>Leave ran out</source>
        <translation>Erlaubnis abgelaufen</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Rolle</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>Umfang</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Started by</source>
        <translation>Gestartet von</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Told to</source>
        <translation>Empfänger</translation>
    </message>
    <message>
        <source>As a test</source>
        <translation>Als Test</translation>
    </message>
    <message>
        <source>Timer</source>
        <translation>Timer</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Trigger</source>
        <translation>Auslöser</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Durchgang</translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <translation>Zurückgezogen</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
</context>
<context>
    <name>app</name>
    <message>
        <source>HTTP is off: {0}</source>
        <translation>HTTP ist aus: {0}</translation>
    </message>
    <message>
        <source>This demo keeps its data in {0} and its agent&apos;s files in {1}.</source>
        <translation>Diese Demo bewahrt ihre Daten in {0} auf und die Dateien ihres Agenten in {1}.</translation>
    </message>
</context>
<context>
    <name>chain</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message numerus="yes">
        <source>%Ln goals</source>
        <translation>
            <numerusform>%Ln Ziel</numerusform>
            <numerusform>%Ln Ziele</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln generations</source>
        <translation>
            <numerusform>%Ln Generierung</numerusform>
            <numerusform>%Ln Generierungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln calls</source>
        <translation>
            <numerusform>%Ln Aufruf</numerusform>
            <numerusform>%Ln Aufrufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln effects</source>
        <translation>
            <numerusform>%Ln Wirkung</numerusform>
            <numerusform>%Ln Wirkungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Goal {0}</source>
        <translation>Ziel {0}</translation>
    </message>
    <message>
        <source>Goal {0}: {1}</source>
        <translation>Ziel {0}: {1}</translation>
    </message>
    <message>
        <source>Free to run</source>
        <translation>Ohne Freigabe</translation>
    </message>
</context>
<context>
    <name>code_tables</name>
    <message>
        <source>authorized</source>
        <translation>autorisiert</translation>
    </message>
    <message>
        <source>no authority</source>
        <translation>keine Befugnis</translation>
    </message>
</context>
<context>
    <name>decided</name>
    <message>
        <source>{0} by {1} {2}</source>
        <translation>{0}: {1}, {2}</translation>
    </message>
    <message>
        <source>{0} at {1}.</source>
        <translation>{0}, {1}.</translation>
    </message>
    <message>
        <source>The task: {0}.</source>
        <translation>Die Aufgabe: {0}.</translation>
    </message>
    <message>
        <source>The arguments were edited.</source>
        <translation>Die Argumente wurden bearbeitet.</translation>
    </message>
    <message>
        <source>Reason given: {0}</source>
        <translation>Begründung: {0}</translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>The model&apos;s reply was empty.</source>
        <translation>Die Antwort des Modells war leer.</translation>
    </message>
    <message>
        <source>The model finished, but the evidence doesn&apos;t show that the goal is met.</source>
        <translation>Das Modell ist fertig, aber die Nachweise zeigen nicht, dass das Ziel erreicht ist.</translation>
    </message>
    <message>
        <source>The owner stopped it. What was done by then stays done.</source>
        <translation>Vom Eigentümer angehalten. Was bis dahin getan ist, bleibt getan.</translation>
    </message>
    <message>
        <source>The engine ended during the run; a person may resume it.</source>
        <translation>Die Engine endete während des Laufs; Sie können ihn fortsetzen.</translation>
    </message>
    <message>
        <source>A goal says something.</source>
        <translation>Ein Ziel sagt etwas.</translation>
    </message>
    <message>
        <source>A goal has at most {w0} characters.</source>
        <translation>Ein Ziel hat höchstens {w0} Zeichen.</translation>
    </message>
    <message>
        <source>This agent has no model, so it can&apos;t work on a goal.</source>
        <translation>Dieser Agent hat kein Modell und kann darum an keinem Ziel arbeiten.</translation>
    </message>
    <message>
        <source>This workflow needs the tool {0}, which isn&apos;t enabled for the agent.</source>
        <translation>Dieser Workflow braucht das Werkzeug {0}, das für den Agenten nicht eingeschaltet ist.</translation>
    </message>
    <message>
        <source>The workflow is {w0}, which doesn&apos;t allow this.</source>
        <translation>Der Workflow steht auf „{w0}“; das lässt dies nicht zu.</translation>
    </message>
    <message>
        <source>The workflow is {w0}; only an interrupted one is resumed.</source>
        <translation>Der Workflow steht auf „{w0}“; fortsetzen lässt sich nur ein unterbrochener.</translation>
    </message>
    <message>
        <source>The workflow is archived; only a new goal takes it up again.</source>
        <translation>Der Workflow ist archiviert; nur ein neues Ziel nimmt ihn wieder auf.</translation>
    </message>
    <message>
        <source>Write a short report about {0}.</source>
        <translation>Einen kurzen Bericht schreiben, Thema: {0}.</translation>
    </message>
    <message>
        <source>Write an answer to the mail that you read. Say only what the mail lets you say.</source>
        <translation>Eine Antwort auf die gelesene E-Mail schreiben. Nur sagen, was die E-Mail hergibt.</translation>
    </message>
    <message>
        <source>Summarise today&apos;s mail and appointments in one short text.</source>
        <translation>Die E-Mails und Termine von heute in einem kurzen Text zusammenfassen.</translation>
    </message>
    <message>
        <source>A report in {0}</source>
        <translation>Ein Bericht in {0}</translation>
    </message>
    <message>
        <source>Task {0} was made: {q1}, {w2}.</source>
        <translation>Aufgabe {0} wurde gestellt: {q1}, {w2}.</translation>
    </message>
    <message>
        <source>Task {0} was made: {q1}, {w2}. Only the owner or authorized code may decide it.</source>
        <translation>Aufgabe {0} wurde gestellt: {q1}, {w2}. Nur der Eigentümer oder autorisierter Code darf darüber entscheiden.</translation>
    </message>
    <message>
        <source>Task {0} ended: {q1}, {w2}.</source>
        <translation>Aufgabe {0} ist beendet: {q1}, {w2}.</translation>
    </message>
    <message>
        <source>The timer {q0} was due at {1}.</source>
        <translation>Der Timer {q0} war um {1} fällig.</translation>
    </message>
    <message>
        <source>This is only a test that the owner started: {w0}</source>
        <translation>Das ist nur ein Test, den der Eigentümer gestartet hat: {w0}</translation>
    </message>
    <message>
        <source>An answer to a mail</source>
        <translation>Eine Antwort auf eine E-Mail</translation>
    </message>
    <message>
        <source>Today in {0}</source>
        <translation>Heute in {0}</translation>
    </message>
    <message>
        <source>Placet ended while this was under way, so nobody can say whether it happened.</source>
        <translation>Placet endete währenddessen, darum kann niemand sagen, ob es geschehen ist.</translation>
    </message>
    <message>
        <source>It may have happened, and nothing proves it.</source>
        <translation>Es kann geschehen sein, und nichts weist es nach.</translation>
    </message>
    <message>
        <source>Its tool came back, and has no way to look again.</source>
        <translation>Das Werkzeug endete und kann nicht noch einmal nachsehen.</translation>
    </message>
    <message>
        <source>Its tool failed, and nothing proves whether it happened.</source>
        <translation>Das Werkzeug schlug fehl, und nichts weist nach, ob es geschehen ist.</translation>
    </message>
    <message>
        <source>Nothing was attempted.</source>
        <translation>Es wurde nichts versucht.</translation>
    </message>
    <message>
        <source>The stop came before it was attempted.</source>
        <translation>Das Anhalten kam, bevor es versucht wurde.</translation>
    </message>
    <message>
        <source>every {0} s</source>
        <translation>alle {0} s</translation>
    </message>
    <message>
        <source>The ledger isn&apos;t whole: {w0}.</source>
        <translation>Das Journal ist nicht heil: {w0}.</translation>
    </message>
    <message>
        <source>The chain of the ledger is broken: {w0}. Nothing more is written.</source>
        <translation>Die Kette des Journals ist gebrochen: {w0}. Es wird nichts mehr geschrieben.</translation>
    </message>
    <message>
        <source>A row of the ledger can&apos;t be read, so every list leaves it out: {0}.</source>
        <translation>Eine Zeile des Journals lässt sich nicht lesen, also fehlt sie in jeder Liste: {0}.</translation>
    </message>
    <message>
        <source>Nothing acts by it. A copy of the ledger that is known to be good has it still.</source>
        <translation>Nichts handelt nach ihr. Eine Kopie des Journals, die als gut bekannt ist, hat sie noch.</translation>
    </message>
    <message>
        <source>link {0}: {w1}</source>
        <translation>Glied {0}: {w1}</translation>
    </message>
    <message>
        <source>the chain has no root</source>
        <translation>die Kette hat keine Wurzel</translation>
    </message>
    <message>
        <source>a fact of it holds what no fact of Placet holds</source>
        <translation>eines ihrer Ereignisse enthält, was kein Ereignis von Placet enthält</translation>
    </message>
    <message>
        <source>facts of it are missing</source>
        <translation>Ereignisse fehlen</translation>
    </message>
    <message>
        <source>a fact, a record&apos;s line or the link itself was changed, or is missing</source>
        <translation>ein Ereignis, die Zeile eines Datensatzes oder das Glied selbst wurde geändert oder fehlt</translation>
    </message>
    <message>
        <source>a link before it is missing</source>
        <translation>ein Glied davor fehlt</translation>
    </message>
    <message>
        <source>facts after the last link are in no link: something else than Placet wrote them</source>
        <translation>Ereignisse nach dem letzten Glied gehören zu keinem Glied: Etwas anderes als Placet hat sie geschrieben</translation>
    </message>
    <message>
        <source>the {0} {1} was changed by something else than Placet</source>
        <translation>{0} {1} wurde von etwas anderem als Placet geändert</translation>
    </message>
    <message>
        <source>the {0} {1} is in no link: something else than Placet wrote it</source>
        <translation>{0} {1} gehört zu keinem Glied: Etwas anderes als Placet hat es geschrieben</translation>
    </message>
    <message>
        <source>{0} records of the kind {1} were removed</source>
        <translation>{0} Datensätze der Art {1} wurden entfernt</translation>
    </message>
    <message>
        <source>Stop Placet, put a copy aside, and put a copy back that is known to be good.</source>
        <translation>Beenden Sie Placet, legen Sie eine Kopie beiseite und spielen Sie eine nachweislich gute Kopie ein.</translation>
    </message>
    <message>
        <source>Nothing was changed and nothing is dropped. Keep a copy of the folder as it is, then put back a copy that is known to be good.</source>
        <translation>Es wurde nichts geändert und nichts verworfen. Bewahren Sie eine Kopie des Ordners auf und spielen Sie dann eine nachweislich gute Kopie ein.</translation>
    </message>
    <message>
        <source>Check it again, which only looks. If that proves nothing, look at the place itself and note what you saw; a new workflow may then do what is missing. Nothing sends it again here.</source>
        <translation>Sehen Sie erneut nach; das liest nur. Weist es nichts nach, sehen Sie am Ziel selbst nach und halten Sie fest, was Sie sahen; ein neuer Workflow kann dann das Fehlende tun. Von hier wird nichts erneut gesendet.</translation>
    </message>
    <message>
        <source>You looked, and what you saw is noted. Check it again any time, or archive the workflow when it is seen to.</source>
        <translation>Sie haben nachgesehen, und was Sie sahen, ist festgehalten. Sehen Sie jederzeit erneut nach oder archivieren Sie den Workflow, wenn er erledigt ist.</translation>
    </message>
    <message>
        <source>a result that it demands is proven by nothing</source>
        <translation>ein verlangtes Ergebnis ist durch nichts nachgewiesen</translation>
    </message>
    <message>
        <source>a tool ran whose effects nobody can check</source>
        <translation>es lief ein Werkzeug, dessen Wirkungen niemand prüfen kann</translation>
    </message>
    <message>
        <source>something may have happened that nobody can show</source>
        <translation>es kann etwas geschehen sein, das niemand nachweisen kann</translation>
    </message>
    <message>
        <source>A call of {0} that must be blocked isn&apos;t: {w1}</source>
        <translation>Ein Aufruf von {0}, der gesperrt werden muss, wird es nicht: {w1}</translation>
    </message>
    <message>
        <source>placet link {0} install puts it right, placet link {1} remove ends the link.</source>
        <translation>placet link {0} install behebt es, placet link {1} remove beendet die Anbindung.</translation>
    </message>
    <message>
        <source>{0} runs none of Placet&apos;s hooks, so it asks nobody: {w1}</source>
        <translation>{0} führt keinen von Placets Hooks aus und fragt daher niemanden: {w1}</translation>
    </message>
    <message>
        <source>Say /hooks in it and trust the hooks of Placet, or end the link with placet link {0} remove.</source>
        <translation>Geben Sie darin /hooks ein und vertrauen Sie den Hooks von Placet, oder beenden Sie die Anbindung mit placet link {0} remove.</translation>
    </message>
    <message>
        <source>Codex skips these hooks until you trust them: say /hooks in it.</source>
        <translation>Codex übergeht diese Hooks, bis Sie ihnen vertrauen: Geben Sie darin /hooks ein.</translation>
    </message>
    <message>
        <source>Codex&apos;s config.toml switches hooks off.</source>
        <translation>Die config.toml von Codex schaltet Hooks aus.</translation>
    </message>
    <message>
        <source>Codex&apos;s config.toml doesn&apos;t parse, so nobody can tell which hooks it runs.</source>
        <translation>Die config.toml von Codex lässt sich nicht lesen, also kann niemand sagen, welche Hooks es ausführt.</translation>
    </message>
    <message>
        <source>What Codex types into a program that still runs is asked about by no hook: codex features disable unified_exec_tty ends that.</source>
        <translation>Was Codex in ein noch laufendes Programm tippt, fragt kein Hook an: codex features disable unified_exec_tty beendet das.</translation>
    </message>
    <message>
        <source>Until then a yes of yours to a program that {0} starts is one to all that it is told later.</source>
        <translation>Bis dahin ist Ihr Ja zu einem Programm, das {0} startet, ein Ja zu allem, was ihm später gesagt wird.</translation>
    </message>
    <message>
        <source>The model backend {0} can&apos;t be used: {w1}</source>
        <translation>Das Modell-Backend {0} ist nicht nutzbar: {w1}</translation>
    </message>
    <message>
        <source>it doesn&apos;t answer within {0} s.</source>
        <translation>es antwortet nicht innerhalb von {0} s.</translation>
    </message>
    <message>
        <source>Start it, or correct its entry in the settings; agents that use it end their turns with an error.</source>
        <translation>Starten Sie es oder berichtigen Sie seinen Eintrag in den Einstellungen; Agenten, die es nutzen, beenden ihre Durchgänge mit einem Fehler.</translation>
    </message>
    <message>
        <source>The tool {0}, which {1} may call, can&apos;t run on this machine: {w2}</source>
        <translation>Das Werkzeug {0}, das {1} aufrufen darf, kann auf diesem Rechner nicht laufen: {w2}</translation>
    </message>
    <message>
        <source>Every call of it is refused with this reason. Mend what it says, or take the tool away from the agent.</source>
        <translation>Jeder Aufruf wird mit dieser Begründung verweigert. Beheben Sie die Ursache oder nehmen Sie dem Agenten das Werkzeug.</translation>
    </message>
    <message>
        <source>Other users of this machine can reach {0} (mode {1}).</source>
        <translation>Andere Benutzer dieses Rechners können auf {0} zugreifen (Modus {1}).</translation>
    </message>
    <message>
        <source>Take their rights away: chmod go= {0}</source>
        <translation>Entziehen Sie ihnen die Rechte: chmod go= {0}</translation>
    </message>
    <message>
        <source>The workflow {0} waits, since its agent {1} {w2}.</source>
        <translation>Der Workflow {0} wartet, denn sein Agent {1} {w2}.</translation>
    </message>
    <message>
        <source>is stopped</source>
        <translation>ist angehalten</translation>
    </message>
    <message>
        <source>has no model</source>
        <translation>hat kein Modell</translation>
    </message>
    <message>
        <source>Start the agent, or give it a model again; or stop the workflow.</source>
        <translation>Starten Sie den Agenten oder geben Sie ihm wieder ein Modell; oder halten Sie den Workflow an.</translation>
    </message>
    <message>
        <source>The workflow {0} was interrupted when the engine ended.</source>
        <translation>Der Workflow {0} wurde unterbrochen, als die Engine endete.</translation>
    </message>
    <message>
        <source>Resume it, or stop it. What it did is not done again; what is uncertain is looked up.</source>
        <translation>Setzen Sie ihn fort oder halten Sie ihn an. Was er getan hat, wird nicht erneut getan; was ungewiss ist, wird nachgesehen.</translation>
    </message>
    <message>
        <source>The workflow {0} ended {w1}: {w2}.</source>
        <translation>Der Workflow {0} ist {w1}: {w2}.</translation>
    </message>
    <message>
        <source>Look at its operations, then retry it, continue it, or archive it.</source>
        <translation>Sehen Sie sich seine Wirkungen an und versuchen Sie ihn dann erneut, führen Sie ihn weiter oder archivieren Sie ihn.</translation>
    </message>
    <message>
        <source>An effect of {0} in the workflow {1} may have happened, and nothing proves it.</source>
        <translation>Eine Wirkung von {0} im Workflow {1} kann eingetreten sein, und nichts weist es nach.</translation>
    </message>
    <message>
        <source>The program bubblewrap (bwrap), which confines commands, isn&apos;t installed.</source>
        <translation>Das Programm bubblewrap (bwrap), das Befehle abschottet, ist nicht installiert.</translation>
    </message>
    <message>
        <source>This machine refuses the jail ({0}).</source>
        <translation>Dieser Rechner verweigert die Abschottung ({0}).</translation>
    </message>
    <message>
        <source>This machine refuses the jail.</source>
        <translation>Dieser Rechner verweigert die Abschottung.</translation>
    </message>
    <message>
        <source>Commands can be confined on Linux only.</source>
        <translation>Befehle lassen sich nur unter Linux abschotten.</translation>
    </message>
    <message>
        <source>The jail doesn&apos;t hold: what is outside of it could be reached.</source>
        <translation>Die Abschottung hält nicht: Was außerhalb liegt, war erreichbar.</translation>
    </message>
    <message>
        <source>The jail shares a namespace with the rest of this machine.</source>
        <translation>Die Abschottung teilt einen Namensraum mit dem Rest dieses Rechners.</translation>
    </message>
    <message>
        <source>The agent&apos;s folder can&apos;t be written from inside the jail.</source>
        <translation>Der Ordner des Agenten ist aus der Abschottung heraus nicht beschreibbar.</translation>
    </message>
    <message>
        <source>The jail didn&apos;t come up within {0} s.</source>
        <translation>Die Abschottung kam nicht innerhalb von {0} s zustande.</translation>
    </message>
    <message>
        <source>The jail can&apos;t be tried: {w0}.</source>
        <translation>Die Abschottung lässt sich nicht erproben: {w0}.</translation>
    </message>
    <message>
        <source>Nothing here confines commands.</source>
        <translation>Nichts schottet hier Befehle ab.</translation>
    </message>
    <message>
        <source>Deno, which runs agents&apos; code, isn&apos;t installed.</source>
        <translation>Deno, das den Code von Agenten ausführt, ist nicht installiert.</translation>
    </message>
    <message>
        <source>Deno, which runs agents&apos; code, doesn&apos;t work here: {0}</source>
        <translation>Deno, das den Code von Agenten ausführt, läuft hier nicht: {0}</translation>
    </message>
    <message>
        <source>Deno, which runs agents&apos; code, ended while it was tried.</source>
        <translation>Deno, das den Code von Agenten ausführt, endete bei der Probe.</translation>
    </message>
    <message>
        <source>The settings file isn&apos;t there any more.</source>
        <translation>Die Einstellungsdatei ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The hook for {0} isn&apos;t as it was installed.</source>
        <translation>Der Hook für {0} ist nicht, wie er installiert wurde.</translation>
    </message>
    <message>
        <source>{0} is set, so the harness runs no hook.</source>
        <translation>{0} ist gesetzt, darum führt das Programm keinen Hook aus.</translation>
    </message>
    <message>
        <source>the hook didn&apos;t answer in time</source>
        <translation>der Hook hat nicht rechtzeitig geantwortet</translation>
    </message>
    <message>
        <source>the hook printed no decision</source>
        <translation>der Hook hat keine Entscheidung ausgegeben</translation>
    </message>
    <message>
        <source>the hook didn&apos;t deny it</source>
        <translation>der Hook hat es nicht abgelehnt</translation>
    </message>
    <message>
        <source>the hook never got an answer from here, and says: {0}</source>
        <translation>der Hook bekam von hier nie eine Antwort und sagt: {0}</translation>
    </message>
    <message>
        <source>the hook ended with {0}, which lets a call pass</source>
        <translation>der Hook endete mit {0}, was einen Aufruf durchlässt</translation>
    </message>
    <message>
        <source>Rejected by the owner.</source>
        <translation>Vom Eigentümer abgelehnt.</translation>
    </message>
    <message>
        <source>outcome unknown: the process ended while the tool was running</source>
        <translation>Ausgang unbekannt: Der Prozess endete, während das Werkzeug lief</translation>
    </message>
    <message>
        <source>not decided: the process that waited for the decision ended</source>
        <translation>nicht entschieden: Der Prozess, der auf die Entscheidung wartete, ist beendet</translation>
    </message>
    <message>
        <source>withdrawn: the run of its workflow ended with the process; it is asked for again on resume</source>
        <translation>zurückgezogen: Der Lauf des Workflows endete mit dem Prozess; beim Fortsetzen wird erneut gefragt</translation>
    </message>
    <message>
        <source>outcome not reported</source>
        <translation>Ausgang nicht gemeldet</translation>
    </message>
    <message>
        <source>The owner stopped the agent.</source>
        <translation>Der Eigentümer hat den Agenten angehalten.</translation>
    </message>
    <message>
        <source>Cancelled before it ran.</source>
        <translation>Vor dem Start abgebrochen.</translation>
    </message>
    <message>
        <source>The task is {w0}, so it can&apos;t be resolved any more.</source>
        <translation>Die Aufgabe steht auf „{w0}“ und lässt sich nicht mehr entscheiden.</translation>
    </message>
    <message>
        <source>The task is {w0}; it was {w1} by {w2} via {w3}, so it can&apos;t be resolved any more.</source>
        <translation>Die Aufgabe steht auf „{w0}“ ({w1}: {w2}, {w3}) und lässt sich nicht mehr entscheiden.</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>pending_approval</source>
        <translation>wartet auf Freigabe</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>abgeschlossen</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>freigegeben</translation>
    </message>
    <message>
        <source>timed_out</source>
        <translation>Frist verstrichen</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>zurückgezogen</translation>
    </message>
    <message>
        <source>orphaned</source>
        <translation>niemand wartete mehr</translation>
    </message>
    <message>
        <source>owner</source>
        <translation>Eigentümer</translation>
    </message>
    <message>
        <source>window</source>
        <translation>im Fenster</translation>
    </message>
    <message>
        <source>http</source>
        <translation>über HTTP</translation>
    </message>
    <message>
        <source>terminal</source>
        <translation>im Terminal</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>durch eine Regel</translation>
    </message>
    <message>
        <source>code</source>
        <translation>durch Code</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>in der Warteschlange</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>unverified</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>gelungen</translation>
    </message>
    <message>
        <source>Only the owner or authorized code may decide this task.</source>
        <translation>Diese Aufgabe darf nur der Eigentümer oder autorisierter Code entscheiden.</translation>
    </message>
    <message>
        <source>The arguments that were shown are not the ones that are bound.</source>
        <translation>Die gezeigten Argumente sind nicht die gebundenen.</translation>
    </message>
    <message>
        <source>This decision must name the digest of the arguments that were shown.</source>
        <translation>Diese Entscheidung muss die Prüfsumme der gezeigten Argumente nennen.</translation>
    </message>
    <message>
        <source>Nobody waits for this task any more, so approving it would run nothing.</source>
        <translation>Auf diese Aufgabe wartet niemand mehr; eine Freigabe würde nichts ausführen.</translation>
    </message>
    <message>
        <source>This tool is switched off for the agent; the request stays open.</source>
        <translation>Dieses Werkzeug ist für den Agenten ausgeschaltet; die Anfrage bleibt offen.</translation>
    </message>
    <message>
        <source>This tool does not exist any more; the request stays open.</source>
        <translation>Dieses Werkzeug gibt es nicht mehr; die Anfrage bleibt offen.</translation>
    </message>
    <message>
        <source>Edited arguments may not hold a reserved key: at {0}.</source>
        <translation>Bearbeitete Argumente dürfen keinen reservierten Schlüssel enthalten: bei {0}.</translation>
    </message>
    <message>
        <source>What was prepared and handed off can&apos;t be edited: deny it, and ask for another one in the conversation.</source>
        <translation>Vorbereitetes und Übergebenes lässt sich nicht bearbeiten: Lehnen Sie ab und bitten Sie in der Unterhaltung um ein anderes.</translation>
    </message>
    <message>
        <source>{w0}: at line {1}, column {2}.</source>
        <translation>{w0}: Zeile {1}, Spalte {2}.</translation>
    </message>
    <message>
        <source>{w0}: at {1}, line {2}, column {3}.</source>
        <translation>{w0}: bei {1}, Zeile {2}, Spalte {3}.</translation>
    </message>
    <message>
        <source>Arguments are an object, in braces</source>
        <translation>Argumente sind ein Objekt in geschweiften Klammern</translation>
    </message>
    <message>
        <source>This isn&apos;t JSON ({0})</source>
        <translation>Das ist kein JSON ({0})</translation>
    </message>
    <message>
        <source>The key {0} is there twice</source>
        <translation>Der Schlüssel {0} kommt zweimal vor</translation>
    </message>
    <message>
        <source>This is nested more than {0} levels deep</source>
        <translation>Das ist mehr als {0} Ebenen tief verschachtelt</translation>
    </message>
    <message>
        <source>This integer has more than {0} digits</source>
        <translation>Diese ganze Zahl hat mehr als {0} Ziffern</translation>
    </message>
    <message>
        <source>This number is too large for a double</source>
        <translation>Diese Zahl ist zu groß</translation>
    </message>
    <message>
        <source>{0} isn&apos;t a JSON number</source>
        <translation>{0} ist keine JSON-Zahl</translation>
    </message>
    <message>
        <source>Half of a surrogate pair stands alone</source>
        <translation>Ein halbes Surrogatpaar steht allein</translation>
    </message>
    <message>
        <source>The text starts with a byte order mark</source>
        <translation>Der Text beginnt mit einer Byte-Reihenfolge-Marke</translation>
    </message>
    <message>
        <source>The argument {0} is missing.</source>
        <translation>Das Argument {0} fehlt.</translation>
    </message>
    <message>
        <source>There is no argument {0}.</source>
        <translation>Ein Argument {0} gibt es nicht.</translation>
    </message>
    <message>
        <source>{0} doesn&apos;t fit the tool&apos;s schema.</source>
        <translation>{0} passt nicht zum Schema des Werkzeugs.</translation>
    </message>
    <message>
        <source>The engine is shutting down.</source>
        <translation>Die Engine wird beendet.</translation>
    </message>
    <message>
        <source>There is no such task.</source>
        <translation>Diese Aufgabe gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such agent.</source>
        <translation>Diesen Agenten gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such token.</source>
        <translation>Dieses Token gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such channel.</source>
        <translation>Diesen Kanal gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such account.</source>
        <translation>Dieses Konto gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such fact.</source>
        <translation>Dieses Ereignis gibt es nicht.</translation>
    </message>
    <message>
        <source>A message needs a text.</source>
        <translation>Eine Nachricht braucht einen Text.</translation>
    </message>
    <message>
        <source>The agent is stopped; start it first.</source>
        <translation>Der Agent ist angehalten; starten Sie ihn zuerst.</translation>
    </message>
    <message>
        <source>This agent has no model; it only calls over HTTP.</source>
        <translation>Dieser Agent hat kein Modell; er ruft nur über HTTP auf.</translation>
    </message>
    <message>
        <source>The engine is shutting down and takes no messages.</source>
        <translation>Die Engine wird beendet und nimmt keine Nachrichten an.</translation>
    </message>
    <message>
        <source>The settings couldn&apos;t be written: {w0}. Nothing was changed.</source>
        <translation>Die Einstellungen ließen sich nicht schreiben: {w0}. Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Authorizing a file must name the digest of the bytes that were shown.</source>
        <translation>Das Autorisieren einer Datei muss die Prüfsumme der gezeigten Bytes nennen.</translation>
    </message>
    <message>
        <source>The file&apos;s bytes are not the ones that were shown.</source>
        <translation>Die Bytes der Datei sind nicht die gezeigten.</translation>
    </message>
    <message>
        <source>Code is in files that end in one of {0}.</source>
        <translation>Code steht in Dateien, die auf eines von {0} enden.</translation>
    </message>
    <message>
        <source>The file&apos;s name holds characters that hide or mislead.</source>
        <translation>Der Name der Datei enthält Zeichen, die verbergen oder täuschen.</translation>
    </message>
    <message>
        <source>The password of this account isn&apos;t there any more; give it anew.</source>
        <translation>Das Passwort dieses Kontos ist nicht mehr da; geben Sie es erneut ein.</translation>
    </message>
    <message>
        <source>This must be a table.</source>
        <translation>Dies muss eine Tabelle sein.</translation>
    </message>
    <message>
        <source>“tools” must be a list of tables.</source>
        <translation>„tools“ muss eine Liste von Tabellen sein.</translation>
    </message>
    <message>
        <source>Each entry of “tools” must be a table with a “name”.</source>
        <translation>Jeder Eintrag von „tools“ muss eine Tabelle mit einem „name“ sein.</translation>
    </message>
    <message>
        <source>“{0}” {w1}.</source>
        <translation>„{0}“ {w1}.</translation>
    </message>
    <message>
        <source>must be a text that isn&apos;t empty</source>
        <translation>muss ein nicht leerer Text sein</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>muss true oder false sein</translation>
    </message>
    <message>
        <source>must be a list</source>
        <translation>muss eine Liste sein</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>must be a whole number from {0} to {1}</source>
        <translation>muss eine ganze Zahl von {0} bis {1} sein</translation>
    </message>
    <message>
        <source>must be one of {0}</source>
        <translation>muss eines von {0} sein</translation>
    </message>
    <message>
        <source>isn&apos;t known; the nearest known key is “{0}”</source>
        <translation>ist nicht bekannt; der nächste bekannte Schlüssel ist „{0}“</translation>
    </message>
    <message>
        <source>must be made of a-z, 0-9, _ and -, and be at most {0} long</source>
        <translation>darf nur a-z, 0-9, _ und - enthalten und höchstens {0} Zeichen lang sein</translation>
    </message>
    <message>
        <source>An account&apos;s name is made of a-z, 0-9, _ and -, and is at most 64 long.</source>
        <translation>Der Name eines Kontos besteht aus a-z, 0-9, _ und - und ist höchstens 64 Zeichen lang.</translation>
    </message>
    <message>
        <source>A channel&apos;s name is made of a-z, 0-9, _ and -, at most 64 long, and isn&apos;t {0}.</source>
        <translation>Der Name eines Kanals besteht aus a-z, 0-9, _ und -, ist höchstens 64 Zeichen lang und lautet nicht {0}.</translation>
    </message>
    <message>
        <source>The password would be sent in the clear: url is https, or http on this very machine.</source>
        <translation>Das Passwort würde unverschlüsselt gesendet: url ist https, oder http auf diesem Rechner.</translation>
    </message>
    <message>
        <source>The password would be sent in the clear.</source>
        <translation>Das Passwort würde unverschlüsselt gesendet.</translation>
    </message>
    <message>
        <source>The token would be sent in the clear: base_url is https, or http on this very machine.</source>
        <translation>Das Token würde unverschlüsselt gesendet: base_url ist https, oder http auf diesem Rechner.</translation>
    </message>
    <message>
        <source>A calendar&apos;s address has no part behind a question mark.</source>
        <translation>Die Adresse eines Kalenders hat keinen Teil hinter einem Fragezeichen.</translation>
    </message>
    <message>
        <source>“password” is missing; it is asked anew for another place.</source>
        <translation>„password“ fehlt; für einen anderen Ort wird es neu verlangt.</translation>
    </message>
    <message>
        <source>A bot&apos;s token is a number, a colon, and letters and digits.</source>
        <translation>Das Token eines Bots besteht aus einer Zahl, einem Doppelpunkt sowie Buchstaben und Ziffern.</translation>
    </message>
    <message>
        <source>A user and a password go together.</source>
        <translation>Benutzer und Passwort gehören zusammen.</translation>
    </message>
    <message>
        <source>“from” is one plain mail address.</source>
        <translation>„from“ ist eine einfache Mailadresse.</translation>
    </message>
    <message>
        <source>A message goes to one plain mail address, such as ada@example.org.</source>
        <translation>Eine Nachricht geht an eine einfache Mailadresse, etwa ada@example.org.</translation>
    </message>
    <message>
        <source>A chat of Telegram&apos;s is named by its number, or by @ and its public name.</source>
        <translation>Ein Telegram-Chat wird mit seiner Nummer genannt oder mit @ und seinem öffentlichen Namen.</translation>
    </message>
    <message>
        <source>A host is named without its port, which stands by itself.</source>
        <translation>Ein Host wird ohne Port genannt; der Port steht für sich.</translation>
    </message>
    <message>
        <source>A port is a whole number from 1 to 65535.</source>
        <translation>Ein Port ist eine ganze Zahl von 1 bis 65535.</translation>
    </message>
    <message>
        <source>“{0}” is a text.</source>
        <translation>„{0}“ ist ein Text.</translation>
    </message>
    <message>
        <source>“{0}” is one line of text.</source>
        <translation>„{0}“ ist eine Zeile Text.</translation>
    </message>
    <message>
        <source>“{0}” is an address.</source>
        <translation>„{0}“ ist eine Adresse.</translation>
    </message>
    <message>
        <source>An address starts with http:// or https://.</source>
        <translation>Eine Adresse beginnt mit http:// oder https://.</translation>
    </message>
    <message>
        <source>Only http and https are fetched.</source>
        <translation>Nur http und https werden abgerufen.</translation>
    </message>
    <message>
        <source>An address may not carry a user name or a password.</source>
        <translation>Eine Adresse darf weder Benutzernamen noch Passwort enthalten.</translation>
    </message>
    <message>
        <source>This is no host&apos;s name.</source>
        <translation>Das ist kein Hostname.</translation>
    </message>
    <message>
        <source>This names no host that can be read in only one way.</source>
        <translation>Das nennt keinen eindeutig lesbaren Host.</translation>
    </message>
    <message>
        <source>The mail server takes neither this user nor this password.</source>
        <translation>Der Mailserver akzeptiert diesen Benutzer oder dieses Passwort nicht.</translation>
    </message>
    <message>
        <source>The mail server can&apos;t be reached, or broke off.</source>
        <translation>Der Mailserver ist nicht erreichbar oder hat abgebrochen.</translation>
    </message>
    <message>
        <source>The mail server&apos;s certificate, or its encryption, can&apos;t be trusted.</source>
        <translation>Dem Zertifikat des Mailservers oder seiner Verschlüsselung ist nicht zu trauen.</translation>
    </message>
    <message>
        <source>The mail server did not answer within {0} s.</source>
        <translation>Der Mailserver hat nicht innerhalb von {0} s geantwortet.</translation>
    </message>
    <message>
        <source>made by init</source>
        <translation>erstellt von init</translation>
    </message>
    <message>
        <source>made offline</source>
        <translation>offline erstellt</translation>
    </message>
    <message>
        <source>made offline, kept</source>
        <translation>offline erstellt, behalten</translation>
    </message>
    <message>
        <source>The model server can&apos;t be reached: {w0}</source>
        <translation>Der Modellserver ist nicht erreichbar: {w0}</translation>
    </message>
    <message>
        <source>The model server took too long: {w0}</source>
        <translation>Der Modellserver hat zu lange gebraucht: {w0}</translation>
    </message>
    <message>
        <source>The model server answered {0}: {1}</source>
        <translation>Der Modellserver antwortete {0}: {1}</translation>
    </message>
    <message>
        <source>The exchange with the model server broke off: {0}</source>
        <translation>Der Austausch mit dem Modellserver brach ab: {0}</translation>
    </message>
    <message>
        <source>The exchange with the model server broke off: it hung up without an answer</source>
        <translation>Der Austausch mit dem Modellserver brach ab: Er legte ohne Antwort auf</translation>
    </message>
    <message>
        <source>The exchange with the model server broke off: it hung up before the end of its answer</source>
        <translation>Der Austausch mit dem Modellserver brach ab: Er legte vor dem Ende seiner Antwort auf</translation>
    </message>
    <message>
        <source>The exchange with the model server broke off: the connection was lost</source>
        <translation>Der Austausch mit dem Modellserver brach ab: Die Verbindung ging verloren</translation>
    </message>
    <message>
        <source>nothing answers at its address</source>
        <translation>unter seiner Adresse antwortet nichts</translation>
    </message>
    <message>
        <source>its name is not known</source>
        <translation>sein Name ist nicht bekannt</translation>
    </message>
    <message>
        <source>its name can&apos;t be looked up now</source>
        <translation>sein Name lässt sich gerade nicht auflösen</translation>
    </message>
    <message>
        <source>no connection came about</source>
        <translation>es kam keine Verbindung zustande</translation>
    </message>
    <message>
        <source>nothing more came</source>
        <translation>es kam nichts mehr</translation>
    </message>
    <message>
        <source>it took nothing more</source>
        <translation>er nahm nichts mehr an</translation>
    </message>
    <message>
        <source>no content came for {0} s</source>
        <translation>{0} s lang kam kein Inhalt</translation>
    </message>
    <message>
        <source>nothing came for {0} s</source>
        <translation>{0} s lang kam nichts</translation>
    </message>
    <message>
        <source>There is no backend {0}.</source>
        <translation>Ein Backend {0} gibt es nicht.</translation>
    </message>
    <message>
        <source>No backend offers this model.</source>
        <translation>Kein Backend bietet dieses Modell an.</translation>
    </message>
    <message>
        <source>The engine restarted before this response was over.</source>
        <translation>Die Engine startete neu, bevor diese Antwort fertig war.</translation>
    </message>
    <message>
        <source>It changes a file in the agent&apos;s folder.</source>
        <translation>Ändert eine Datei im Ordner des Agenten.</translation>
    </message>
    <message>
        <source>It only reads, from a host that you named.</source>
        <translation>Liest nur, von einem Host, den Sie genannt haben.</translation>
    </message>
    <message>
        <source>It sends something to a host that you named.</source>
        <translation>Sendet etwas an einen Host, den Sie genannt haben.</translation>
    </message>
    <message>
        <source>It reaches a host that you did not name for this agent.</source>
        <translation>Erreicht einen Host, den Sie für diesen Agenten nicht genannt haben.</translation>
    </message>
    <message>
        <source>What a command does can&apos;t be told from its text.</source>
        <translation>Was ein Befehl tut, lässt sich seinem Text nicht entnehmen.</translation>
    </message>
    <message>
        <source>NOT CONFINED: the command runs without a jail, with all of your files and your network.</source>
        <translation>NICHT ABGESCHOTTET: Der Befehl läuft ohne Abschottung, mit allen Ihren Dateien und Ihrem Netz.</translation>
    </message>
    <message>
        <source>It changes a passage of a file in the agent&apos;s folder.</source>
        <translation>Ändert eine Stelle einer Datei im Ordner des Agenten.</translation>
    </message>
    <message>
        <source>It deletes a file in the agent&apos;s folder, for good.</source>
        <translation>Löscht eine Datei im Ordner des Agenten, endgültig.</translation>
    </message>
    <message>
        <source>It sends a message, which can&apos;t be taken back.</source>
        <translation>Sendet eine Nachricht, die sich nicht zurückholen lässt.</translation>
    </message>
    <message>
        <source>It saves a draft in a mailbox of yours; nothing is sent.</source>
        <translation>Speichert einen Entwurf in einem Ihrer Postfächer; gesendet wird nichts.</translation>
    </message>
    <message>
        <source>It puts an entry into a calendar of yours.</source>
        <translation>Trägt etwas in einen Ihrer Kalender ein.</translation>
    </message>
    <message>
        <source>It runs code that you authorized: that code may call restricted tools and decide about requests.</source>
        <translation>Führt Code aus, den Sie autorisiert haben: Er darf eingeschränkte Werkzeuge aufrufen und über Anfragen entscheiden.</translation>
    </message>
    <message>
        <source>It changes what this agent may do.</source>
        <translation>Ändert, was dieser Agent darf.</translation>
    </message>
    <message>
        <source>It only ends the agent&apos;s turn.</source>
        <translation>Beendet nur den Durchgang des Agenten.</translation>
    </message>
    <message>
        <source>It changes nothing outside.</source>
        <translation>Ändert außerhalb nichts.</translation>
    </message>
    <message>
        <source>It only reads.</source>
        <translation>Liest nur.</translation>
    </message>
    <message>
        <source>It changes something in a way that isn&apos;t known here.</source>
        <translation>Ändert etwas auf eine Weise, die hier nicht bekannt ist.</translation>
    </message>
    <message>
        <source>What it does can&apos;t be told from its arguments.</source>
        <translation>Was es tut, lässt sich den Argumenten nicht entnehmen.</translation>
    </message>
    <message>
        <source>At {w0}: {w1}</source>
        <translation>Bei {w0}: {w1}</translation>
    </message>
    <message>
        <source>the top</source>
        <translation>ganz oben</translation>
    </message>
    <message>
        <source>It asks for another user&apos;s rights: {0}.</source>
        <translation>Verlangt die Rechte eines anderen Benutzers: {0}.</translation>
    </message>
    <message>
        <source>It deletes or overwrites: {0}.</source>
        <translation>Löscht oder überschreibt: {0}.</translation>
    </message>
    <message>
        <source>It reaches for the network: {0}.</source>
        <translation>Greift auf das Netz zu: {0}.</translation>
    </message>
    <message>
        <source>It runs text as a program: {0}.</source>
        <translation>Führt Text als Programm aus: {0}.</translation>
    </message>
    <message>
        <source>It changes rights or owners: {0}.</source>
        <translation>Ändert Rechte oder Besitzer: {0}.</translation>
    </message>
    <message>
        <source>It holds characters that can&apos;t be seen: {0}.</source>
        <translation>Enthält Zeichen, die man nicht sieht: {0}.</translation>
    </message>
    <message>
        <source>It holds characters that change the order in which text is shown: {0}.</source>
        <translation>Enthält Zeichen, die die Reihenfolge der Darstellung ändern: {0}.</translation>
    </message>
    <message>
        <source>It holds characters that no two programs need show alike: {0}.</source>
        <translation>Enthält Zeichen, die jedes Programm anders darstellen kann: {0}.</translation>
    </message>
    <message>
        <source>It holds blanks that aren&apos;t plain spaces: {0}.</source>
        <translation>Enthält Leerzeichen, die keine gewöhnlichen sind: {0}.</translation>
    </message>
    <message>
        <source>It stacks more than {0} marks on one letter, which can cover the text around it.</source>
        <translation>Stapelt mehr als {0} Zeichen auf einem Buchstaben, die den Text ringsum verdecken können.</translation>
    </message>
    <message>
        <source>It mixes letters of different scripts that look alike inside one word: {0}.</source>
        <translation>Mischt in einem Wort ähnlich aussehende Buchstaben verschiedener Schriften: {0}.</translation>
    </message>
    <message>
        <source>{0} looks like {1}, {w2}, and is not the same. It is spelled with {3}.</source>
        <translation>{0} sieht aus wie {1}, {w2}, ist aber nicht dasselbe. Geschrieben ist es mit {3}.</translation>
    </message>
    <message>
        <source>{0} looks like {1}, {w2}, and is not the same.</source>
        <translation>{0} sieht aus wie {1}, {w2}, ist aber nicht dasselbe.</translation>
    </message>
    <message>
        <source>a tool that Placet knows</source>
        <translation>ein Werkzeug, das Placet kennt</translation>
    </message>
    <message>
        <source>a host that you named for this agent</source>
        <translation>ein Host, den Sie für diesen Agenten genannt haben</translation>
    </message>
    <message>
        <source>a file of this agent</source>
        <translation>eine Datei dieses Agenten</translation>
    </message>
    <message>
        <source>In the code of {0}: {w1}</source>
        <translation>Im Code von {0}: {w1}</translation>
    </message>
    <message>
        <source>Creates the file {0} with {w1} in this agent&apos;s folder.</source>
        <translation>Legt die Datei {0} mit {w1} im Ordner dieses Agenten an.</translation>
    </message>
    <message>
        <source>Creates the file {0} with {w1} in this agent&apos;s folder, and for it the folder {2}.</source>
        <translation>Legt die Datei {0} mit {w1} im Ordner dieses Agenten an, und dafür den Ordner {2}.</translation>
    </message>
    <message>
        <source>Writes the same {w0} to {1} again.</source>
        <translation>Schreibt dieselben {w0} erneut in {1}.</translation>
    </message>
    <message>
        <source>Replaces the {w0} of {1} by {w2}.</source>
        <translation>Ersetzt die {w0} von {1} durch {w2}.</translation>
    </message>
    <message>
        <source>Replaces one passage of {w0} in the file {1} in this agent&apos;s folder by {w2}.</source>
        <translation>Ersetzt in der Datei {1} im Ordner dieses Agenten eine Stelle von {w0} durch {w2}.</translation>
    </message>
    <message>
        <source>Takes one passage of {w0} out of the file {1} in this agent&apos;s folder.</source>
        <translation>Entfernt aus der Datei {1} im Ordner dieses Agenten eine Stelle von {w0}.</translation>
    </message>
    <message>
        <source>Deletes the file {0} with its {w1} from this agent&apos;s folder, for good.</source>
        <translation>Löscht die Datei {0} mit ihren {w1} aus dem Ordner dieses Agenten, endgültig.</translation>
    </message>
    <message>
        <source>Reads the file {0} in this agent&apos;s folder.</source>
        <translation>Liest die Datei {0} im Ordner dieses Agenten.</translation>
    </message>
    <message>
        <source>Lists {w0}.</source>
        <translation>Listet {w0} auf.</translation>
    </message>
    <message>
        <source>the folder {0} in this agent&apos;s folder</source>
        <translation>den Ordner {0} im Ordner dieses Agenten</translation>
    </message>
    <message>
        <source>this agent&apos;s folder</source>
        <translation>den Ordner dieses Agenten</translation>
    </message>
    <message>
        <source>1 byte</source>
        <translation>1 Byte</translation>
    </message>
    <message>
        <source>1 character</source>
        <translation>1 Zeichen</translation>
    </message>
    <message>
        <source>There are {w0} more places with text like this.</source>
        <translation>Es gibt {w0} weitere Stellen mit solchem Text.</translation>
    </message>
    <message>
        <source>It chains {w0} commands.</source>
        <translation>Verkettet {w0} Befehle.</translation>
    </message>
    <message>
        <source>{w0} bytes</source>
        <translation>{w0} Bytes</translation>
    </message>
    <message>
        <source>{w0} characters</source>
        <translation>{w0} Zeichen</translation>
    </message>
    <message>
        <source>Fetches {0}.</source>
        <translation>Ruft {0} ab.</translation>
    </message>
    <message>
        <source>Sends a {0} to {1}.</source>
        <translation>Sendet ein {0} an {1}.</translation>
    </message>
    <message>
        <source>Sends a {0} with {w1} to {2}.</source>
        <translation>Sendet ein {0} mit {w1} an {2}.</translation>
    </message>
    <message>
        <source>{w0} WITHOUT A JAIL: it can read, change and send whatever you can.</source>
        <translation>{w0} OHNE ABSCHOTTUNG: Er kann alles lesen, ändern und senden, was Sie können.</translation>
    </message>
    <message>
        <source>{w0} in a jail: it can change this agent&apos;s folder only, and has no network.</source>
        <translation>{w0} abgeschottet: Er kann nur den Ordner dieses Agenten ändern und hat kein Netz.</translation>
    </message>
    <message>
        <source>Runs the command {0}</source>
        <translation>Führt den Befehl {0} aus</translation>
    </message>
    <message>
        <source>Writes a message of {w0} to the agent {1}, which will answer it.</source>
        <translation>Schreibt eine Nachricht von {w0} an den Agenten {1}, der sie beantworten wird.</translation>
    </message>
    <message>
        <source>Sends a message of {w0} to {1} through {w2}.</source>
        <translation>Sendet eine Nachricht von {w0} an {1} über {w2}.</translation>
    </message>
    <message>
        <source>the webhook</source>
        <translation>den Webhook</translation>
    </message>
    <message>
        <source>the Telegram bot</source>
        <translation>den Telegram-Bot</translation>
    </message>
    <message>
        <source>the mail server</source>
        <translation>den Mailserver</translation>
    </message>
    <message>
        <source>Saves a draft of {w0} for {1} in the account {2}. It is not sent.</source>
        <translation>Speichert einen Entwurf von {w0} für {1} im Konto {2}. Er wird nicht gesendet.</translation>
    </message>
    <message>
        <source>Reads the mail {0} in {1}.</source>
        <translation>Liest die E-Mail {0} in {1}.</translation>
    </message>
    <message>
        <source>Puts {0} into the calendar of {1}, {w2}.</source>
        <translation>Trägt {0} in den Kalender von {1} ein, {w2}.</translation>
    </message>
    <message>
        <source>from {0} to {1}</source>
        <translation>von {0} bis {1}</translation>
    </message>
    <message>
        <source>for the days {0} to {1}</source>
        <translation>für die Tage {0} bis {1}</translation>
    </message>
    <message>
        <source>Looks from {0} to {1} in the calendar of {2}.</source>
        <translation>Sieht von {0} bis {1} im Kalender von {2} nach.</translation>
    </message>
    <message>
        <source>Runs {w0} of code in a sandbox, unauthorized.</source>
        <translation>Führt {w0} Code in einer Sandbox aus, nicht autorisiert.</translation>
    </message>
    <message>
        <source>Changes this agent&apos;s own declaration: sets {w0}.</source>
        <translation>Ändert die eigene Definition dieses Agenten: setzt {w0}.</translation>
    </message>
    <message>
        <source>Changes this agent&apos;s own declaration: removes {w0}.</source>
        <translation>Ändert die eigene Definition dieses Agenten: entfernt {w0}.</translation>
    </message>
    <message>
        <source>Changes this agent&apos;s own declaration: adds an element to {w0}.</source>
        <translation>Ändert die eigene Definition dieses Agenten: ergänzt {w0} um ein Element.</translation>
    </message>
    <message>
        <source>element {0} of {1}</source>
        <translation>Element {0} von {1}</translation>
    </message>
    <message>
        <source>Shows this agent its own declaration; it changes nothing.</source>
        <translation>Zeigt diesem Agenten seine eigene Definition; ändert nichts.</translation>
    </message>
    <message>
        <source>Ends the agent&apos;s turn.</source>
        <translation>Beendet den Durchgang des Agenten.</translation>
    </message>
    <message>
        <source>Looks up this agent&apos;s own tasks, files and log in what Placet keeps; it changes nothing.</source>
        <translation>Liest in Placet die Aufgaben, Dateien und das Protokoll dieses Agenten; ändert nichts.</translation>
    </message>
    <message>
        <source>Has the MCP server {0} run its tool {1}. The server is a program with your rights; Placet neither limits it nor knows what it does.</source>
        <translation>Lässt den MCP-Server {0} sein Werkzeug {1} ausführen. Der Server ist ein Programm mit Ihren Rechten; Placet begrenzt ihn nicht und weiß nicht, was er tut.</translation>
    </message>
    <message>
        <source>Has the MCP server {0} run its tool {1}. The server is a program with your rights; Placet neither limits it nor knows what it does. Its server claims: {2}.</source>
        <translation>Lässt den MCP-Server {0} sein Werkzeug {1} ausführen. Der Server ist ein Programm mit Ihren Rechten; Placet begrenzt ihn nicht und weiß nicht, was er tut. Der Server behauptet: {2}.</translation>
    </message>
    <message>
        <source>Another program would run its tool {0}. Placet only decides: it neither runs it nor limits it.</source>
        <translation>Ein anderes Programm würde sein Werkzeug {0} ausführen. Placet entscheidet nur: Es führt den Aufruf weder aus noch begrenzt es ihn.</translation>
    </message>
    <message>
        <source>The MCP server {0} {w1}. Until you approve, they can&apos;t be called and the agent isn&apos;t told of them. Approving runs nothing: each call is still asked about.</source>
        <translation>Der MCP-Server {0} {w1}. Bis Sie freigeben, sind sie nicht aufrufbar und dem Agenten unbekannt. Die Freigabe führt nichts aus: Jeder Aufruf braucht weiterhin Ihre Freigabe.</translation>
    </message>
    <message>
        <source>is started by another command than the one you know, or describes its tools differently</source>
        <translation>wird mit einem anderen Befehl gestartet als dem bekannten oder beschreibt seine Werkzeuge anders</translation>
    </message>
    <message>
        <source>offers {0} more tools</source>
        <translation>bietet {0} weitere Werkzeuge an</translation>
    </message>
    <message>
        <source>offers {0} more tool</source>
        <translation>bietet {0} weiteres Werkzeug an</translation>
    </message>
    <message>
        <source>describes {0} of its tools differently than when you pinned them</source>
        <translation>beschreibt {0} seiner Werkzeuge anders als beim Festschreiben</translation>
    </message>
    <message>
        <source>Changes of the agent&apos;s own settings are always asked about.</source>
        <translation>Änderungen an den eigenen Einstellungen des Agenten fragen Sie immer.</translation>
    </message>
    <message>
        <source>Code that may approve is always asked about: its source is shown each time.</source>
        <translation>Code, der freigeben darf, fragt Sie immer: Sein Quelltext wird jedes Mal gezeigt.</translation>
    </message>
    <message>
        <source>You locked this tool&apos;s settings, so each call is asked about.</source>
        <translation>Sie haben die Einstellungen dieses Werkzeugs gesperrt, darum fragt jeder Aufruf.</translation>
    </message>
    <message>
        <source>The program that asks does not allow a standing answer.</source>
        <translation>Das anfragende Programm erlaubt keine Dauerfreigabe.</translation>
    </message>
    <message>
        <source>The request holds text that hides or misleads, so it is asked about each time.</source>
        <translation>Die Anfrage enthält Text, der verbirgt oder täuscht, darum wird jedes Mal gefragt.</translation>
    </message>
    <message>
        <source>The request is too long to be read whole, so it is asked about each time.</source>
        <translation>Die Anfrage ist zu lang, um sie ganz zu lesen, darum wird jedes Mal gefragt.</translation>
    </message>
    <message>
        <source>The line chains {0} commands; more than {1} are always asked about.</source>
        <translation>Die Zeile verkettet {0} Befehle; bei mehr als {1} wird immer gefragt.</translation>
    </message>
    <message>
        <source>A command is granted word for word, without a star.</source>
        <translation>Ein Befehl wird Wort für Wort freigegeben, ohne Stern.</translation>
    </message>
    <message>
        <source>A star may only stand behind the whole host and its slash.</source>
        <translation>Ein Stern darf nur hinter dem ganzen Host und seinem Schrägstrich stehen.</translation>
    </message>
    <message>
        <source>This tool takes no path, so no folder can bound it.</source>
        <translation>Dieses Werkzeug nimmt keinen Pfad, darum kann kein Ordner es begrenzen.</translation>
    </message>
    <message>
        <source>A folder is written like &quot;notes/today&quot;, inside the agent&apos;s own.</source>
        <translation>Ein Ordner wird wie &quot;notes/today&quot; geschrieben, innerhalb dessen des Agenten.</translation>
    </message>
    <message>
        <source>This tool takes no address, so no host can bound it.</source>
        <translation>Dieses Werkzeug nimmt keine Adresse, darum kann kein Host es begrenzen.</translation>
    </message>
    <message>
        <source>{0} takes no argument of this name.</source>
        <translation>{0} nimmt kein Argument dieses Namens.</translation>
    </message>
    <message>
        <source>An empty list matches nothing.</source>
        <translation>Eine leere Liste passt auf nichts.</translation>
    </message>
    <message>
        <source>A grant is for at least one use.</source>
        <translation>Eine Dauerfreigabe gilt für mindestens eine Nutzung.</translation>
    </message>
    <message>
        <source>A grant ends in the future.</source>
        <translation>Eine Dauerfreigabe endet in der Zukunft.</translation>
    </message>
    <message>
        <source>The agent has no tool of this name.</source>
        <translation>Der Agent hat kein Werkzeug dieses Namens.</translation>
    </message>
    <message>
        <source>the arguments are the same</source>
        <translation>die Argumente sind gleich</translation>
    </message>
    <message>
        <source>{w0} of {w1} arguments differs: {2}</source>
        <translation>{w0} von {w1} Argumenten weicht ab: {2}</translation>
    </message>
    <message>
        <source>{w0} of {w1} arguments differ: {2}</source>
        <translation>{w0} von {w1} Argumenten weichen ab: {2}</translation>
    </message>
    <message>
        <source>{w0} characters became {w1}: too many to be compared here.</source>
        <translation>Aus {w0} Zeichen wurden {w1}: zu viele, um sie hier zu vergleichen.</translation>
    </message>
    <message>
        <source>1 item</source>
        <translation>1 Element</translation>
    </message>
    <message>
        <source>{0} items</source>
        <translation>{0} Elemente</translation>
    </message>
    <message>
        <source>1 member</source>
        <translation>1 Feld</translation>
    </message>
    <message>
        <source>{0} members</source>
        <translation>{0} Felder</translation>
    </message>
    <message>
        <source>{w0} more item, shown when this is opened</source>
        <translation>{w0} weiteres Element, gezeigt beim Öffnen</translation>
    </message>
    <message>
        <source>{w0} more items, shown when this is opened</source>
        <translation>{w0} weitere Elemente, gezeigt beim Öffnen</translation>
    </message>
    <message>
        <source>{w0} more member, shown when this is opened</source>
        <translation>{w0} weiteres Feld, gezeigt beim Öffnen</translation>
    </message>
    <message>
        <source>{w0} more members, shown when this is opened</source>
        <translation>{w0} weitere Felder, gezeigt beim Öffnen</translation>
    </message>
    <message>
        <source>restricted</source>
        <translation>eingeschränkt</translation>
    </message>
    <message>
        <source>repeat</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>authorized file</source>
        <translation>autorisierte Datei</translation>
    </message>
    <message>
        <source>parked</source>
        <translation>zurückgestellt</translation>
    </message>
    <message>
        <source>handed off</source>
        <translation>übergeben</translation>
    </message>
    <message>
        <source>unknown host</source>
        <translation>unbekannter Host</translation>
    </message>
    <message>
        <source>sends something</source>
        <translation>sendet etwas</translation>
    </message>
    <message>
        <source>unconfined</source>
        <translation>ohne Abschottung</translation>
    </message>
    <message>
        <source>undeclared</source>
        <translation>nicht festgelegt</translation>
    </message>
    <message>
        <source>tools changed</source>
        <translation>Werkzeuge geändert</translation>
    </message>
    <message>
        <source>namesake</source>
        <translation>gleicher Name</translation>
    </message>
    <message>
        <source>and {w0} more arguments</source>
        <translation>und {w0} weitere Argumente</translation>
    </message>
    <message>
        <source>and {w0} more parts</source>
        <translation>und {w0} weitere Teile</translation>
    </message>
    <message>
        <source>and {w0} more values</source>
        <translation>und {w0} weitere Werte</translation>
    </message>
    <message>
        <source>⟨{w0} characters not shown⟩</source>
        <translation>⟨{w0} Zeichen nicht gezeigt⟩</translation>
    </message>
    <message>
        <source>⟨{w0} lines of the difference are not shown⟩</source>
        <translation>⟨{w0} Zeilen des Unterschieds nicht gezeigt⟩</translation>
    </message>
    <message>
        <source>{w0} lines of the difference are not shown</source>
        <translation>{w0} Zeilen des Unterschieds nicht gezeigt</translation>
    </message>
    <message>
        <source>{w0}, {w1} characters, #{2}</source>
        <translation>{w0}, {w1} Zeichen, #{2}</translation>
    </message>
    <message>
        <source>Anthropic key</source>
        <translation>Anthropic-Schlüssel</translation>
    </message>
    <message>
        <source>OpenAI key</source>
        <translation>OpenAI-Schlüssel</translation>
    </message>
    <message>
        <source>GitHub token</source>
        <translation>GitHub-Token</translation>
    </message>
    <message>
        <source>GitLab token</source>
        <translation>GitLab-Token</translation>
    </message>
    <message>
        <source>AWS key id</source>
        <translation>AWS-Schlüsselkennung</translation>
    </message>
    <message>
        <source>Google API key</source>
        <translation>Google-API-Schlüssel</translation>
    </message>
    <message>
        <source>Slack token</source>
        <translation>Slack-Token</translation>
    </message>
    <message>
        <source>Stripe key</source>
        <translation>Stripe-Schlüssel</translation>
    </message>
    <message>
        <source>Hugging Face token</source>
        <translation>Hugging-Face-Token</translation>
    </message>
    <message>
        <source>npm token</source>
        <translation>npm-Token</translation>
    </message>
    <message>
        <source>PyPI token</source>
        <translation>PyPI-Token</translation>
    </message>
    <message>
        <source>DigitalOcean token</source>
        <translation>DigitalOcean-Token</translation>
    </message>
    <message>
        <source>Docker token</source>
        <translation>Docker-Token</translation>
    </message>
    <message>
        <source>a token</source>
        <translation>ein Token</translation>
    </message>
    <message>
        <source>{w0} characters: too many to be laid out here. All of them stand in Arguments.</source>
        <translation>{w0} Zeichen: zu viele, um sie hier darzustellen. Alle stehen unter „Argumente“.</translation>
    </message>
    <message>
        <source>They differ in their type, or in the line break at the very end, alone.</source>
        <translation>Sie unterscheiden sich nur im Typ oder im Zeilenumbruch ganz am Ende.</translation>
    </message>
    <message>
        <source>on {0} from {1} to {2} ({3})</source>
        <translation>am {0} von {1} bis {2} ({3})</translation>
    </message>
    <message>
        <source>{w0}; on this machine&apos;s clock {w1}</source>
        <translation>{w0}; nach der Uhr dieses Rechners {w1}</translation>
    </message>
    <message>
        <source>Runs the function {0} of the AUTHORIZED file {1} ({w2}).</source>
        <translation>Führt die Funktion {0} der AUTORISIERTEN Datei {1} aus ({w2}).</translation>
    </message>
    <message>
        <source>Runs the function {0} of the file {1} ({w2}).</source>
        <translation>Führt die Funktion {0} der Datei {1} aus ({w2}).</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Entfallen</translation>
    </message>
    <message>
        <source>The same</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>Also</source>
        <translation>Auch</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Kopfzeilen</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Asks</source>
        <translation>Fragt</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>To</source>
        <translation>An</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Betreff</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antwort auf</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Abfrage</translation>
    </message>
    <message>
        <source>Fragment</source>
        <translation>Fragment</translation>
    </message>
    <message>
        <source>Part {0}</source>
        <translation>Teil {0}</translation>
    </message>
    <message>
        <source>The file would be empty.</source>
        <translation>Die Datei wäre leer.</translation>
    </message>
    <message>
        <source>The last line has no line break at its end.</source>
        <translation>Die letzte Zeile hat am Ende keinen Zeilenumbruch.</translation>
    </message>
    <message>
        <source>Both passages are the same.</source>
        <translation>Beide Stellen sind gleich.</translation>
    </message>
    <message>
        <source>Not encrypted: whoever stands on the way can read it and change it.</source>
        <translation>Nicht verschlüsselt: Wer auf dem Weg mitliest, kann es lesen und ändern.</translation>
    </message>
    <message>
        <source>This address can&apos;t be read in only one way, so no host is picked out of it.</source>
        <translation>Diese Adresse lässt sich nicht eindeutig lesen, darum wird kein Host herausgelöst.</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>{0} takes {w1}.</source>
        <translation>{0} verlangt {w1}.</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>wahr oder falsch</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>einen Text</translation>
    </message>
    <message>
        <source>{0} is one of {1}.</source>
        <translation>{0} ist eines von {1}.</translation>
    </message>
    <message>
        <source>{0} is at least {w1}.</source>
        <translation>{0} ist mindestens {w1}.</translation>
    </message>
    <message>
        <source>{0} is at most {w1}.</source>
        <translation>{0} ist höchstens {w1}.</translation>
    </message>
    <message>
        <source>The loopback address that the HTTP interface listens on.</source>
        <translation>Die Loopback-Adresse, auf der die HTTP-Schnittstelle lauscht.</translation>
    </message>
    <message>
        <source>The port that the HTTP interface listens on; 0 takes any free one.</source>
        <translation>Der Port, auf dem die HTTP-Schnittstelle lauscht; bei 0 wird ein freier gewählt.</translation>
    </message>
    <message>
        <source>How often an event stream with nothing to tell sends a comment.</source>
        <translation>Wie oft ein Ereignisstrom, der nichts zu melden hat, einen Kommentar sendet.</translation>
    </message>
    <message>
        <source>How long a client may leave an event stream unread before it is dropped; it loses nothing.</source>
        <translation>Wie lange ein Client einen Ereignisstrom ungelesen lassen darf, bevor er getrennt wird; er verliert nichts.</translation>
    </message>
    <message>
        <source>Whether an owner token may approve, deny and park tasks over HTTP; the window always may.</source>
        <translation>Ob ein Eigentümer-Token über HTTP freigeben, ablehnen und zurückstellen darf; das Fenster darf es immer.</translation>
    </message>
    <message>
        <source>The largest text of one call&apos;s arguments.</source>
        <translation>Wie groß die Argumente eines Aufrufs als Text höchstens sein dürfen.</translation>
    </message>
    <message>
        <source>The largest body of one HTTP request.</source>
        <translation>Der größte Inhalt einer HTTP-Anfrage.</translation>
    </message>
    <message>
        <source>How long one http_fetch may take, redirects included.</source>
        <translation>Wie lange ein http_fetch dauern darf, Weiterleitungen eingeschlossen.</translation>
    </message>
    <message>
        <source>How much of an answer&apos;s body http_fetch keeps.</source>
        <translation>Wie viel vom Inhalt einer Antwort http_fetch behält.</translation>
    </message>
    <message>
        <source>How long one shell command may run before it is ended with all that it started.</source>
        <translation>Wie lange ein Shell-Befehl laufen darf, bevor er samt allem, was er gestartet hat, beendet wird.</translation>
    </message>
    <message>
        <source>How much of each of a shell command&apos;s two outputs is kept.</source>
        <translation>Wie viel von jeder der beiden Ausgaben eines Shell-Befehls behalten wird.</translation>
    </message>
    <message>
        <source>Whether shell commands may run WITHOUT A JAIL, with all of your rights, where there is none.</source>
        <translation>Ob Shell-Befehle OHNE ABSCHOTTUNG laufen dürfen, mit allen Ihren Rechten, wo es keine gibt.</translation>
    </message>
    <message>
        <source>How long a request waits for a decision before it is cancelled; 0 waits for ever.</source>
        <translation>Wie lange eine Anfrage auf eine Entscheidung wartet, bevor sie abgebrochen wird; bei 0 wartet sie unbegrenzt.</translation>
    </message>
    <message>
        <source>How long a request is on screen before Approve can be pressed.</source>
        <translation>Wie lange eine Anfrage zu sehen sein muss, bevor sich „Freigeben“ drücken lässt.</translation>
    </message>
    <message>
        <source>How long the keyboard must be still before Approve can be pressed.</source>
        <translation>Wie lange die Tastatur ruhen muss, bevor sich „Freigeben“ drücken lässt.</translation>
    </message>
    <message>
        <source>How long Approve is held down for a high-risk request.</source>
        <translation>Wie lange „Freigeben“ bei einer Anfrage mit hohem Risiko gehalten werden muss.</translation>
    </message>
    <message>
        <source>Whether a high-risk yes in the window also asks your system for your password (Linux, polkit).</source>
        <translation>Ob eine Freigabe mit hohem Risiko im Fenster auch Ihr Passwort über das System verlangt (Linux, polkit).</translation>
    </message>
    <message>
        <source>From how many waiting requests of one agent on the inbox shows them as one group.</source>
        <translation>Ab wie vielen wartenden Anfragen eines Agenten der Eingang sie als eine Gruppe zeigt.</translation>
    </message>
    <message>
        <source>From how many requests of one agent in a minute on the inbox shows those that wait as one group.</source>
        <translation>Ab wie vielen Anfragen eines Agenten pro Minute der Eingang die wartenden als eine Gruppe zeigt.</translation>
    </message>
    <message>
        <source>How many workflows may be with their agents at the same time; the others wait in the order of coming.</source>
        <translation>Wie viele Workflows gleichzeitig laufen dürfen; die anderen warten in der Reihenfolge ihres Eingangs.</translation>
    </message>
    <message>
        <source>How many generations of clients run at the same time; the others wait in the order of coming.</source>
        <translation>Wie viele Generierungen von Clients gleichzeitig laufen; die anderen warten in der Reihenfolge ihres Eingangs.</translation>
    </message>
    <message>
        <source>How many generations of clients may wait before a new one is refused.</source>
        <translation>Wie viele Generierungen von Clients warten dürfen, bevor eine neue verweigert wird.</translation>
    </message>
    <message>
        <source>How often a generation that is retried after a restart is tried before it counts as failed.</source>
        <translation>Wie oft eine Generierung nach Neustarts versucht wird, bevor sie als fehlgeschlagen gilt.</translation>
    </message>
    <message>
        <source>How long a model server may take to stop after a cancel before it is waited for no more.</source>
        <translation>Wie lange ein Modellserver nach einem Abbruch zum Anhalten brauchen darf, bevor nicht mehr gewartet wird.</translation>
    </message>
    <message>
        <source>How many clients may read the events of one generation at the same time.</source>
        <translation>Wie viele Clients die Ereignisse einer Generierung gleichzeitig lesen dürfen.</translation>
    </message>
    <message>
        <source>The largest body of one request below /lmsp.</source>
        <translation>Der größte Inhalt einer Anfrage unter /lmsp.</translation>
    </message>
    <message>
        <source>The largest head of one request below /lmsp.</source>
        <translation>Der größte Kopf einer Anfrage unter /lmsp.</translation>
    </message>
    <message>
        <source>How long the body of a request below /lmsp may take to come.</source>
        <translation>Wie lange der Inhalt einer Anfrage unter /lmsp auf sich warten lassen darf.</translation>
    </message>
    <message>
        <source>Whether the events of a generation can be read again and from any place.</source>
        <translation>Ob die Ereignisse einer Generierung erneut und ab jeder Stelle gelesen werden können.</translation>
    </message>
    <message>
        <source>How often a stream of a generation&apos;s events with nothing to tell sends a comment.</source>
        <translation>Wie oft der Ereignisstrom einer Generierung, der nichts zu melden hat, einen Kommentar sendet.</translation>
    </message>
    <message>
        <source>How long a client may leave a generation&apos;s stream unread before it is dropped; it can come back.</source>
        <translation>Wie lange ein Client den Strom einer Generierung ungelesen lassen darf, bevor er getrennt wird; er kann wiederkommen.</translation>
    </message>
    <message>
        <source>How long the events of a generation are kept after its end.</source>
        <translation>Wie lange die Ereignisse einer Generierung nach ihrem Ende aufbewahrt werden.</translation>
    </message>
    <message>
        <source>How long a generation is kept after its end; never less than its events.</source>
        <translation>Wie lange eine Generierung nach ihrem Ende aufbewahrt wird; nie kürzer als ihre Ereignisse.</translation>
    </message>
    <message>
        <source>How long an Idempotency-Key stands for its generation, after that one&apos;s end.</source>
        <translation>Wie lange ein Idempotency-Key nach dem Ende seiner Generierung für sie steht.</translation>
    </message>
    <message>
        <source>How many messages of other agents a conversation takes in a row before you say something in it.</source>
        <translation>Wie viele Nachrichten anderer Agenten eine Unterhaltung nacheinander annimmt, ohne dass Sie darin schreiben.</translation>
    </message>
    <message>
        <source>How many times in a row tasks may wake an agent before you say something to it; the rest waits.</source>
        <translation>Wie oft nacheinander Aufgaben einen Agenten wecken dürfen, ohne dass Sie ihm schreiben; der Rest wartet.</translation>
    </message>
    <message>
        <source>How long a webhook may take to answer before the outcome of a message counts as unknown.</source>
        <translation>Wie lange ein Webhook zum Antworten brauchen darf, bevor der Ausgang einer Nachricht als unbekannt gilt.</translation>
    </message>
    <message>
        <source>How long Telegram may take to answer before the outcome of a message counts as unknown.</source>
        <translation>Wie lange Telegram zum Antworten brauchen darf, bevor der Ausgang einer Nachricht als unbekannt gilt.</translation>
    </message>
    <message>
        <source>How long a mail server may take for one mail; cut off after the text was sent, the outcome is unknown.</source>
        <translation>Wie lange ein Mailserver für eine E-Mail brauchen darf; bricht er nach dem Senden des Textes ab, ist der Ausgang unbekannt.</translation>
    </message>
    <message>
        <source>How long a mail or calendar server may take for one call; cut off while it saves, the outcome is unknown.</source>
        <translation>Wie lange ein Mail- oder Kalenderserver für einen Aufruf brauchen darf; bricht er beim Speichern ab, ist der Ausgang unbekannt.</translation>
    </message>
    <message>
        <source>How much of one mail, or of one calendar&apos;s answer, is read; a mail is cut there and says so.</source>
        <translation>Wie viel von einer E-Mail oder der Antwort eines Kalenders gelesen wird; eine längere E-Mail wird dort gekürzt und als gekürzt gekennzeichnet.</translation>
    </message>
    <message>
        <source>How many mails or events one look tells of.</source>
        <translation>Wie viele E-Mails oder Termine eine Suche höchstens liefert.</translation>
    </message>
    <message>
        <source>Whether new secrets of channels and accounts go into the system&apos;s keyring, where there is one.</source>
        <translation>Ob neue Geheimnisse von Kanälen und Konten in den Schlüsselbund des Systems kommen, wo es einen gibt.</translation>
    </message>
    <message>
        <source>The colours of the console; those of contrast are for whoever needs strong ones.</source>
        <translation>Die Farben der Konsole; für alle, die es brauchen, auch mit starkem Kontrast.</translation>
    </message>
    <message>
        <source>Whether menus and tips may fade and the caret may blink; nothing else moves by itself.</source>
        <translation>Ob Menüs und Hinweise weich ein- und ausgeblendet werden und die Einfügemarke blinkt; sonst bewegt sich nichts von selbst.</translation>
    </message>
    <message>
        <source>How changes are shown in a wide window: as one text, or the old lines beside the new ones.</source>
        <translation>Wie Änderungen in einem breiten Fenster gezeigt werden: in einem Text oder die alten Zeilen neben den neuen.</translation>
    </message>
    <message>
        <source>The language of the console; a change shows at its next start.</source>
        <translation>Die Sprache der Konsole; eine Änderung zeigt sich beim nächsten Start.</translation>
    </message>
    <message>
        <source>Whether the desktop&apos;s tray shows how many requests wait.</source>
        <translation>Ob der Infobereich des Desktops zeigt, wie viele Anfragen warten.</translation>
    </message>
    <message>
        <source>Whether the desktop says so when the first request begins to wait. Nothing can be decided there.</source>
        <translation>Ob der Desktop meldet, wenn die erste Anfrage zu warten beginnt. Dort lässt sich nichts entscheiden.</translation>
    </message>
    <message>
        <source>Whether the console keeps quiet: requests are held and counted as ever, and nothing blinks or pops up.</source>
        <translation>Ob die Konsole still bleibt: Anfragen werden wie immer zurückgehalten und gezählt, und nichts blinkt oder springt auf.</translation>
    </message>
    <message>
        <source>Whether the console starts with your session, minimized.</source>
        <translation>Ob die Konsole minimiert mit Ihrer Sitzung startet.</translation>
    </message>
    <message>
        <source>The filters that you saved on the tasks page, as JSON; the page itself writes them.</source>
        <translation>Die auf der Aufgabenseite gespeicherten Filter, als JSON; die Seite schreibt sie selbst.</translation>
    </message>
    <message>
        <source>How much the log files tell; arguments and secrets are never in them.</source>
        <translation>Wie ausführlich die Protokolldateien sind; Argumente und Geheimnisse stehen nie darin.</translation>
    </message>
    <message>
        <source>How long an orderly stop waits for tools that are at work before it stops them.</source>
        <translation>Wie lange ein geordnetes Beenden auf arbeitende Werkzeuge wartet, bevor es sie anhält.</translation>
    </message>
    <message>
        <source>Put an entry into a calendar of the owner&apos;s.</source>
        <translation>Trägt etwas in einen Kalender des Eigentümers ein.</translation>
    </message>
    <message>
        <source>List what is in a calendar of the owner&apos;s between two days or times.</source>
        <translation>Listet auf, was zwischen zwei Tagen oder Zeiten in einem Kalender des Eigentümers steht.</translation>
    </message>
    <message>
        <source>Run TypeScript or JavaScript: the body of an async function; what it returns is the result.</source>
        <translation>Führt TypeScript oder JavaScript aus: den Rumpf einer asynchronen Funktion; ihr Rückgabewert ist das Ergebnis.</translation>
    </message>
    <message>
        <source>Run a function of a TypeScript or JavaScript file in your folder; what it returns is the result.</source>
        <translation>Führt eine Funktion einer TypeScript- oder JavaScript-Datei im Ordner des Agenten aus; ihr Rückgabewert ist das Ergebnis.</translation>
    </message>
    <message>
        <source>Look at your own declaration: your tools, triggers, timers and limits.</source>
        <translation>Zeigt dem Agenten seine eigene Definition: Werkzeuge, Auslöser, Timer und Grenzen.</translation>
    </message>
    <message>
        <source>Ask to change your own declaration. What only the owner may change is refused at once.</source>
        <translation>Bittet um eine Änderung der eigenen Definition. Was nur der Eigentümer ändern darf, wird sofort verweigert.</translation>
    </message>
    <message>
        <source>Fetch an address by http or https, or send something to it.</source>
        <translation>Ruft eine Adresse über http oder https ab oder sendet etwas dorthin.</translation>
    </message>
    <message>
        <source>Delete one file in your folder, for good.</source>
        <translation>Löscht eine Datei im Ordner des Agenten, endgültig.</translation>
    </message>
    <message>
        <source>Change one passage of a text file in your folder.</source>
        <translation>Ändert eine Stelle einer Textdatei im Ordner des Agenten.</translation>
    </message>
    <message>
        <source>List what is in your folder, or in a folder below it.</source>
        <translation>Listet auf, was im Ordner des Agenten oder darunter liegt.</translation>
    </message>
    <message>
        <source>Read a text file in your folder.</source>
        <translation>Liest eine Textdatei im Ordner des Agenten.</translation>
    </message>
    <message>
        <source>Write a text file in your folder: creates it, or replaces all that it says.</source>
        <translation>Schreibt eine Textdatei im Ordner des Agenten: legt sie an oder ersetzt ihren ganzen Inhalt.</translation>
    </message>
    <message>
        <source>Save a draft in a mailbox of the owner&apos;s. It is not sent.</source>
        <translation>Speichert einen Entwurf in einem Postfach des Eigentümers. Er wird nicht gesendet.</translation>
    </message>
    <message>
        <source>Read one mail in a mailbox of the owner&apos;s.</source>
        <translation>Liest eine E-Mail in einem Postfach des Eigentümers.</translation>
    </message>
    <message>
        <source>List the mails in the inbox of a mailbox of the owner&apos;s, newest first.</source>
        <translation>Listet die E-Mails im Eingang eines Postfachs des Eigentümers auf, neueste zuerst.</translation>
    </message>
    <message>
        <source>Send a message to another agent, or through a channel of the owner&apos;s.</source>
        <translation>Sendet eine Nachricht an einen anderen Agenten oder über einen Kanal des Eigentümers.</translation>
    </message>
    <message>
        <source>Look up your own tasks, files and log with one SQL SELECT.</source>
        <translation>Sieht eigene Aufgaben, Dateien und Protokoll mit einem SQL-SELECT nach.</translation>
    </message>
    <message>
        <source>Run a command with /bin/sh in your folder, without a network.</source>
        <translation>Führt einen Befehl mit /bin/sh im Ordner des Agenten aus, ohne Netz.</translation>
    </message>
    <message>
        <source>End your turn when you are done.</source>
        <translation>Beendet den Durchgang, wenn der Agent fertig ist.</translation>
    </message>
    <message>
        <source>The ledger {0} is gone. {w1}</source>
        <translation>Das Journal {0} ist nicht mehr da. {w1}</translation>
    </message>
    <message>
        <source>The ledger {0} is gone, but its journal is still there.</source>
        <translation>Das Journal {0} ist nicht mehr da, aber seine Begleitdatei (-wal) liegt noch dort.</translation>
    </message>
    <message>
        <source>Another ledger lies in the place of {0}. {w1}</source>
        <translation>An der Stelle von {0} liegt ein anderes Journal. {w1}</translation>
    </message>
    <message>
        <source>An older copy lies in the place of the ledger {0}: its last {1} events are missing. {w2}</source>
        <translation>An der Stelle des Journals {0} liegt eine ältere Kopie: Ihr fehlen die letzten {1} Ereignisse. {w2}</translation>
    </message>
    <message>
        <source>An older copy was put in the place of the ledger {0} and written on: its chain isn&apos;t the one that was there. {w1}</source>
        <translation>An die Stelle des Journals {0} wurde eine ältere Kopie gelegt und weitergeschrieben: Ihre Kette ist nicht die, die dort war. {w1}</translation>
    </message>
    <message>
        <source>Put back the newest whole copy. To begin anew on purpose, move the data folder away and run placet init.</source>
        <translation>Legen Sie die neueste unversehrte Kopie zurück. Um absichtlich neu zu beginnen, verschieben Sie den Datenordner und führen Sie placet init aus.</translation>
    </message>
    <message>
        <source>What remembers the ledger, {0}, can&apos;t be understood. If the ledger is the right one, remove it.</source>
        <translation>Die Datei {0}, die sich das Journal merkt, ist nicht zu verstehen. Ist das Journal das richtige, entfernen Sie diese Datei.</translation>
    </message>
    <message>
        <source>What the keyring remembers of the ledger can&apos;t be understood.</source>
        <translation>Was sich der Schlüsselbund vom Journal merkt, ist nicht zu verstehen.</translation>
    </message>
    <message>
        <source>The ledger {0} can&apos;t be read: {1}.</source>
        <translation>Das Journal {0} ist nicht lesbar: {1}.</translation>
    </message>
    <message>
        <source>The ledger can&apos;t be read any more: {0}.</source>
        <translation>Das Journal ist nicht mehr lesbar: {0}.</translation>
    </message>
    <message>
        <source>The ledger can&apos;t be written any more: {0}.</source>
        <translation>Das Journal lässt sich nicht mehr beschreiben: {0}.</translation>
    </message>
    <message>
        <source>The ledger {0} is damaged: {1}</source>
        <translation>Das Journal {0} ist beschädigt: {1}</translation>
    </message>
    <message>
        <source>{0} isn&apos;t a ledger of Placet.</source>
        <translation>{0} ist kein Journal von Placet.</translation>
    </message>
    <message>
        <source>The ledger {0} was written by a newer Placet (schema {1}).</source>
        <translation>Das Journal {0} hat ein neueres Placet geschrieben (Schema {1}).</translation>
    </message>
    <message>
        <source>The ledger {0} has a record that can&apos;t be relied on. {1}</source>
        <translation>Das Journal {0} hat einen Datensatz, auf den kein Verlass ist. {1}</translation>
    </message>
    <message>
        <source>The ledger {0} has an index that doesn&apos;t fit its rows, so records could be missed.</source>
        <translation>Das Journal {0} hat ein Verzeichnis, das nicht zu seinen Zeilen passt; Datensätze könnten übersehen werden.</translation>
    </message>
    <message>
        <source>The ledger {0} has an operation that can&apos;t be relied on: {1}.</source>
        <translation>Das Journal {0} hat einen Vorgang, auf den kein Verlass ist: {1}.</translation>
    </message>
    <message>
        <source>The chain of the ledger {0} is broken: {w1}.</source>
        <translation>Die Kette des Journals {0} ist gebrochen: {w1}.</translation>
    </message>
    <message>
        <source>The ledger {0} can&apos;t be opened: {1}.</source>
        <translation>Das Journal {0} lässt sich nicht öffnen: {1}.</translation>
    </message>
    <message>
        <source>The ledger {0} was taken away, or another file put in its place, while Placet was using it. Nothing more is written. Stop Placet, put the right file back, and start again.</source>
        <translation>Das Journal {0} wurde weggenommen oder durch eine andere Datei ersetzt, während Placet es benutzte. Es wird nichts mehr geschrieben. Beenden Sie Placet, legen Sie die richtige Datei zurück und starten Sie neu.</translation>
    </message>
    <message>
        <source>Another Placet (process {0}) uses the data folder {1}.</source>
        <translation>Ein anderes Placet (Prozess {0}) benutzt den Datenordner {1}.</translation>
    </message>
    <message>
        <source>{0} isn&apos;t a backup of Placet: it holds what no ledger does.</source>
        <translation>{0} ist keine Sicherung von Placet: Es enthält, was kein Journal enthält.</translation>
    </message>
    <message>
        <source>{0} isn&apos;t a backup of Placet, or its end is missing.</source>
        <translation>{0} ist keine Sicherung von Placet, oder ihr Ende fehlt.</translation>
    </message>
    <message>
        <source>{0} isn&apos;t a backup of Placet.</source>
        <translation>{0} ist keine Sicherung von Placet.</translation>
    </message>
    <message>
        <source>{0} isn&apos;t as it was written: its bytes don&apos;t have the SHA-256 that it names.</source>
        <translation>{0} ist nicht so, wie es geschrieben wurde: Seine Bytes haben nicht die SHA-256-Summe, die es nennt.</translation>
    </message>
    <message>
        <source>The chain of {0} is broken: {w1}.</source>
        <translation>Die Kette von {0} ist gebrochen: {w1}.</translation>
    </message>
    <message>
        <source>An agent in the backup can&apos;t be read: {w0}</source>
        <translation>Ein Agent in der Sicherung ist nicht lesbar: {w0}</translation>
    </message>
    <message>
        <source>The ledger couldn&apos;t be written: {0}.</source>
        <translation>Das Journal ließ sich nicht schreiben: {0}.</translation>
    </message>
    <message>
        <source>A row of {0} can&apos;t be read: {1}</source>
        <translation>Eine Zeile von {0} ist nicht lesbar: {1}</translation>
    </message>
    <message>
        <source>There is an agent named {0} already.</source>
        <translation>Einen Agenten mit dem Namen {0} gibt es schon.</translation>
    </message>
    <message>
        <source>An agent&apos;s folder may not touch Placet&apos;s data folder.</source>
        <translation>Der Ordner eines Agenten darf den Datenordner von Placet nicht berühren.</translation>
    </message>
    <message>
        <source>An agent&apos;s folder may not overlap with another agent&apos;s.</source>
        <translation>Der Ordner eines Agenten darf sich nicht mit dem eines anderen überschneiden.</translation>
    </message>
    <message>
        <source>An agent&apos;s folder is an absolute path, or one that starts with ~.</source>
        <translation>Der Ordner eines Agenten ist ein absoluter Pfad oder einer, der mit ~ beginnt.</translation>
    </message>
    <message>
        <source>The path of an agent&apos;s folder leads nowhere.</source>
        <translation>Der Pfad zum Ordner des Agenten führt nirgendwohin.</translation>
    </message>
    <message>
        <source>An agent&apos;s folder may not be the root of all files.</source>
        <translation>Der Ordner eines Agenten darf nicht die Wurzel aller Dateien sein.</translation>
    </message>
    <message>
        <source>An agent&apos;s folder may not be a home, nor hold one; take a folder in it.</source>
        <translation>Der Ordner eines Agenten darf kein Benutzerordner sein und keinen enthalten; nehmen Sie einen Ordner darin.</translation>
    </message>
    <message>
        <source>What should be an agent&apos;s folder is not a folder.</source>
        <translation>Was der Ordner eines Agenten sein soll, ist kein Ordner.</translation>
    </message>
    <message>
        <source>An agent&apos;s folder can&apos;t be made: {w0}.</source>
        <translation>Der Ordner des Agenten lässt sich nicht anlegen: {w0}.</translation>
    </message>
    <message>
        <source>The path of an agent&apos;s folder changed while it was looked at.</source>
        <translation>Der Pfad zum Ordner des Agenten änderte sich, während er angesehen wurde.</translation>
    </message>
    <message>
        <source>The settings couldn&apos;t be written: {w0}.</source>
        <translation>Die Einstellungen ließen sich nicht schreiben: {w0}.</translation>
    </message>
    <message>
        <source>This link is installed in {0}; remove it there first.</source>
        <translation>Diese Anbindung ist in {0} eingerichtet; entfernen Sie sie zuerst dort.</translation>
    </message>
    <message>
        <source>The link can&apos;t be kept: {w0}.</source>
        <translation>Die Anbindung lässt sich nicht festhalten: {w0}.</translation>
    </message>
    <message>
        <source>{0} would become too large with the hooks, so it was left alone.</source>
        <translation>{0} würde mit den Hooks zu groß; die Datei blieb unberührt.</translation>
    </message>
    <message>
        <source>{0} can&apos;t be written: {w1}.</source>
        <translation>{0} lässt sich nicht schreiben: {w1}.</translation>
    </message>
    <message>
        <source>A call through {0} that must be blocked wasn&apos;t: {w1}</source>
        <translation>Ein Aufruf über {0}, der blockiert werden muss, wurde es nicht: {w1}</translation>
    </message>
    <message>
        <source>{0} names no server that a gateway could stand in front of.</source>
        <translation>{0} nennt keinen Server, vor dem ein Gateway stehen könnte.</translation>
    </message>
    <message>
        <source>There is no file {0}, so no server is named in it.</source>
        <translation>Eine Datei {0} gibt es nicht, also nennt sie keinen Server.</translation>
    </message>
    <message>
        <source>{0} isn&apos;t a plain file, so it was left alone.</source>
        <translation>{0} ist keine gewöhnliche Datei und blieb unberührt.</translation>
    </message>
    <message>
        <source>{0} was changed while it was looked at, so it was left alone; try again.</source>
        <translation>{0} wurde geändert, während es angesehen wurde, und blieb unberührt; versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{0} is too large for a settings file, so it was left alone.</source>
        <translation>{0} ist für eine Einstellungsdatei zu groß und blieb unberührt.</translation>
    </message>
    <message>
        <source>{0} can&apos;t be read as text, so it was left alone.</source>
        <translation>{0} ist nicht als Text lesbar und blieb unberührt.</translation>
    </message>
    <message>
        <source>The settings file doesn&apos;t parse, so it was left alone: {0}</source>
        <translation>Die Einstellungsdatei ist nicht lesbar und blieb unberührt: {0}</translation>
    </message>
    <message>
        <source>The settings file holds no JSON object, so it was left alone.</source>
        <translation>Die Einstellungsdatei enthält kein JSON-Objekt und blieb unberührt.</translation>
    </message>
    <message>
        <source>The hooks in the settings file aren&apos;t what they should be, so it was left alone.</source>
        <translation>Die Hooks in der Einstellungsdatei sind nicht die erwarteten; die Datei blieb unverändert.</translation>
    </message>
    <message>
        <source>The file holds no JSON object, so it was left alone.</source>
        <translation>Die Datei enthält kein JSON-Objekt und blieb unberührt.</translation>
    </message>
    <message>
        <source>The servers in the file aren&apos;t what they should be, so it was left alone.</source>
        <translation>Die Server in der Datei sind nicht die erwarteten; die Datei blieb unverändert.</translation>
    </message>
    <message>
        <source>The file doesn&apos;t parse, so it was left alone: {0}</source>
        <translation>Die Datei ist nicht lesbar und blieb unberührt: {0}</translation>
    </message>
    <message>
        <source>{0} port {1} can&apos;t be listened on: {w2}.</source>
        <translation>An {0}, Port {1}, lässt sich nicht lauschen: {w2}.</translation>
    </message>
    <message>
        <source>the port isn&apos;t one</source>
        <translation>das ist kein Port</translation>
    </message>
    <message>
        <source>Placet listens on loopback addresses only.</source>
        <translation>Placet lauscht nur auf Loopback-Adressen.</translation>
    </message>
    <message>
        <source>Stopped before anything was put into the calendar.</source>
        <translation>Angehalten, bevor etwas in den Kalender kam.</translation>
    </message>
    <message>
        <source>Stopped before anything was changed.</source>
        <translation>Angehalten, bevor etwas geändert wurde.</translation>
    </message>
    <message>
        <source>Stopped before anything was sent.</source>
        <translation>Angehalten, bevor etwas gesendet wurde.</translation>
    </message>
    <message>
        <source>Stopped before anything was deleted.</source>
        <translation>Angehalten, bevor etwas gelöscht wurde.</translation>
    </message>
    <message>
        <source>Stopped before anything was listed.</source>
        <translation>Angehalten, bevor etwas aufgelistet wurde.</translation>
    </message>
    <message>
        <source>Stopped before anything was read.</source>
        <translation>Angehalten, bevor etwas gelesen wurde.</translation>
    </message>
    <message>
        <source>Stopped before anything was written.</source>
        <translation>Angehalten, bevor etwas geschrieben wurde.</translation>
    </message>
    <message>
        <source>Stopped before anything was saved.</source>
        <translation>Angehalten, bevor etwas gespeichert wurde.</translation>
    </message>
    <message>
        <source>Stopped before the code ran.</source>
        <translation>Angehalten, bevor der Code lief.</translation>
    </message>
    <message>
        <source>Stopped before the command was started.</source>
        <translation>Angehalten, bevor der Befehl gestartet wurde.</translation>
    </message>
    <message>
        <source>Stopped before it was done.</source>
        <translation>Angehalten, bevor es fertig war.</translation>
    </message>
    <message>
        <source>Stopped before the answer was there.</source>
        <translation>Angehalten, bevor die Antwort da war.</translation>
    </message>
    <message>
        <source>A title is one line of text.</source>
        <translation>Ein Titel ist eine Zeile Text.</translation>
    </message>
    <message>
        <source>A subject is one line of text.</source>
        <translation>Ein Betreff ist eine Zeile Text.</translation>
    </message>
    <message>
        <source>{w0} Nothing was changed.</source>
        <translation>{w0} Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>{w0} Nothing was saved.</source>
        <translation>{w0} Es wurde nichts gespeichert.</translation>
    </message>
    <message>
        <source>{w0} Nothing was sent.</source>
        <translation>{w0} Es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>{w0} Whether it was saved is unknown.</source>
        <translation>{w0} Ob es gespeichert wurde, ist ungewiss.</translation>
    </message>
    <message>
        <source>{w0} Whether it did anything is unknown.</source>
        <translation>{w0} Ob er etwas getan hat, ist ungewiss.</translation>
    </message>
    <message>
        <source>The calendar server sends from one address to the next.</source>
        <translation>Der Kalenderserver schickt von einer Adresse zur nächsten.</translation>
    </message>
    <message>
        <source>The calendar server named an address of another server.</source>
        <translation>Der Kalenderserver nannte die Adresse eines anderen Servers.</translation>
    </message>
    <message>
        <source>The calendar server named an address that can&apos;t be read.</source>
        <translation>Der Kalenderserver nannte eine Adresse, die nicht lesbar ist.</translation>
    </message>
    <message>
        <source>The calendar server&apos;s answer can&apos;t be read.</source>
        <translation>Die Antwort des Kalenderservers ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The calendar server says more than it may.</source>
        <translation>Der Kalenderserver sagt mehr, als er darf.</translation>
    </message>
    <message>
        <source>The calendar server can&apos;t be reached, or broke off.</source>
        <translation>Der Kalenderserver ist nicht erreichbar oder hat abgebrochen.</translation>
    </message>
    <message>
        <source>The calendar server did not answer within {0} s.</source>
        <translation>Der Kalenderserver hat innerhalb von {0} s nicht geantwortet.</translation>
    </message>
    <message>
        <source>The calendar server takes neither this user nor this password.</source>
        <translation>Der Kalenderserver nimmt weder diesen Benutzer noch dieses Passwort an.</translation>
    </message>
    <message>
        <source>The calendar server answered {0}.</source>
        <translation>Der Kalenderserver antwortete {0}.</translation>
    </message>
    <message>
        <source>This account has no calendar at that address.</source>
        <translation>Dieses Konto hat unter dieser Adresse keinen Kalender.</translation>
    </message>
    <message>
        <source>Start and end are both days, or both times.</source>
        <translation>Anfang und Ende sind beide Tage oder beide Zeiten.</translation>
    </message>
    <message>
        <source>The end comes after the start, at most a year later.</source>
        <translation>Das Ende kommt nach dem Anfang, höchstens ein Jahr später.</translation>
    </message>
    <message>
        <source>Years go from {0} to {1}.</source>
        <translation>Jahre gehen von {0} bis {1}.</translation>
    </message>
    <message>
        <source>A time is written like 2026-12-01 or 2026-12-01T10:00:00+01:00.</source>
        <translation>Eine Zeit schreibt man wie 2026-12-01 oder 2026-12-01T10:00:00+01:00.</translation>
    </message>
    <message>
        <source>A day is written like 2026-12-01.</source>
        <translation>Einen Tag schreibt man wie 2026-12-01.</translation>
    </message>
    <message>
        <source>There is no {q0}.</source>
        <translation>Es gibt {q0} nicht.</translation>
    </message>
    <message>
        <source>{q0} is larger than {1}, the most that is run.</source>
        <translation>{q0} ist größer als {1}; mehr wird nicht ausgeführt.</translation>
    </message>
    <message>
        <source>{q0} is larger than {1}, the most that is read.</source>
        <translation>{q0} ist größer als {1}; mehr wird nicht gelesen.</translation>
    </message>
    <message>
        <source>{q0} is larger than {1}, the most that is edited.</source>
        <translation>{q0} ist größer als {1}; mehr wird nicht bearbeitet.</translation>
    </message>
    <message>
        <source>{q0} is not UTF-8 text.</source>
        <translation>{q0} ist kein Text in UTF-8.</translation>
    </message>
    <message>
        <source>The code of {q0}, or its authorization, isn&apos;t what it was when it was shown; nothing ran.</source>
        <translation>Der Code von {q0} oder seine Autorisierung ist nicht mehr, was gezeigt wurde; es lief nichts.</translation>
    </message>
    <message>
        <source>A value is needed for this.</source>
        <translation>Dafür ist ein Wert nötig.</translation>
    </message>
    <message>
        <source>The declaration says nothing about that; it has {0}.</source>
        <translation>Die Definition sagt darüber nichts; sie hat {0}.</translation>
    </message>
    <message>
        <source>The declaration isn&apos;t what it was when the change was shown, so nothing was changed.</source>
        <translation>Die Definition ist nicht mehr, was sie war, als die Änderung gezeigt wurde; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>{q0} broke the exchange off ({1}).</source>
        <translation>{q0} hat den Austausch abgebrochen ({1}).</translation>
    </message>
    <message>
        <source>The host {q0} {w1}.</source>
        <translation>Der Host {q0} {w1}.</translation>
    </message>
    <message>
        <source>has no address</source>
        <translation>hat keine Adresse</translation>
    </message>
    <message>
        <source>didn&apos;t prove who it is</source>
        <translation>hat nicht nachgewiesen, wer er ist</translation>
    </message>
    <message>
        <source>can&apos;t be connected to</source>
        <translation>nimmt keine Verbindung an</translation>
    </message>
    <message>
        <source>leads to Placet itself or to its model, which no tool reaches</source>
        <translation>führt zu Placet selbst oder zu seinem Modell, die kein Werkzeug erreicht</translation>
    </message>
    <message>
        <source>leads into this machine or its own network, or to no host at all</source>
        <translation>führt in diesen Rechner oder sein eigenes Netz oder zu gar keinem Host</translation>
    </message>
    <message>
        <source>A request may carry at most {0} headers.</source>
        <translation>Eine Anfrage darf höchstens {0} Kopfzeilen tragen.</translation>
    </message>
    <message>
        <source>{q0} is no header&apos;s name, or is there twice.</source>
        <translation>{q0} ist kein Name einer Kopfzeile oder steht zweimal da.</translation>
    </message>
    <message>
        <source>The header {0} is Placet&apos;s to set.</source>
        <translation>Die Kopfzeile {0} setzt Placet selbst.</translation>
    </message>
    <message>
        <source>The value of the header {0} is too long or isn&apos;t plain ASCII.</source>
        <translation>Der Wert der Kopfzeile {0} ist zu lang oder kein reines ASCII.</translation>
    </message>
    <message>
        <source>{w0} Ask for that address itself.</source>
        <translation>{w0} Fragen Sie nach jener Adresse selbst.</translation>
    </message>
    <message>
        <source>The answer sends on from https to {q0}.</source>
        <translation>Die Antwort leitet von https weiter nach {q0}.</translation>
    </message>
    <message>
        <source>The answer sends on to {q0}, which wasn&apos;t part of the call.</source>
        <translation>Die Antwort leitet weiter nach {q0}; das war nicht Teil des Aufrufs.</translation>
    </message>
    <message>
        <source>The answer sends on to {q0}, no plain address.</source>
        <translation>Die Antwort leitet weiter nach {q0}, keine einfache Adresse.</translation>
    </message>
    <message>
        <source>A {0} carries no body.</source>
        <translation>Ein {0} trägt keinen Inhalt.</translation>
    </message>
    <message>
        <source>More than {0} redirects.</source>
        <translation>Mehr als {0} Weiterleitungen.</translation>
    </message>
    <message>
        <source>The calendar server refused it ({0})</source>
        <translation>Der Kalenderserver hat es abgelehnt ({0})</translation>
    </message>
    <message>
        <source>The calendar is full</source>
        <translation>Der Kalender ist voll</translation>
    </message>
    <message>
        <source>The body</source>
        <translation>Der Inhalt</translation>
    </message>
    <message>
        <source>{w0} holds half of a character, so it is no text.</source>
        <translation>{w0} enthält ein halbes Zeichen, ist also kein Text.</translation>
    </message>
    <message>
        <source>The content</source>
        <translation>Der Inhalt</translation>
    </message>
    <message>
        <source>The old text</source>
        <translation>Der alte Text</translation>
    </message>
    <message>
        <source>The new text</source>
        <translation>Der neue Text</translation>
    </message>
    <message>
        <source>The command</source>
        <translation>Der Befehl</translation>
    </message>
    <message>
        <source>No answer in time</source>
        <translation>Keine rechtzeitige Antwort</translation>
    </message>
    <message>
        <source>{w0} after the request was sent; whether it was carried out is unknown.</source>
        <translation>{w0}, nachdem die Anfrage gesendet war; ob sie ausgeführt wurde, ist ungewiss.</translation>
    </message>
    <message>
        <source>It took more than {0} s.</source>
        <translation>Es dauerte länger als {0} s.</translation>
    </message>
    <message>
        <source>The old text does not stand in {q0}.</source>
        <translation>Der alte Text steht nicht in {q0}.</translation>
    </message>
    <message>
        <source>The old text stands in {q0} at {w1} places; give more of what is around the one you mean.</source>
        <translation>Der alte Text steht in {q0} an {w1} Stellen; geben Sie mehr von dem an, was um die gemeinte steht.</translation>
    </message>
    <message>
        <source>The old and the new text are the same, so nothing would change.</source>
        <translation>Der alte und der neue Text sind gleich; es würde sich nichts ändern.</translation>
    </message>
    <message>
        <source>Names like this one are Placet&apos;s own, for files on their way.</source>
        <translation>Namen wie diesen behält sich Placet für Dateien unterwegs vor.</translation>
    </message>
    <message>
        <source>{w0} The path was {q1}.</source>
        <translation>{w0} Der Pfad war {q1}.</translation>
    </message>
    <message>
        <source>Paths start in this agent&apos;s folder; this one starts elsewhere.</source>
        <translation>Pfade beginnen im Ordner dieses Agenten; dieser beginnt anderswo.</translation>
    </message>
    <message>
        <source>Paths may not go up with &quot;..&quot;.</source>
        <translation>Pfade dürfen nicht mit &quot;..&quot; nach oben gehen.</translation>
    </message>
    <message>
        <source>Paths are names with one &quot;/&quot; between them, without &quot;.&quot; or empty names.</source>
        <translation>Pfade sind Namen mit je einem &quot;/&quot; dazwischen, ohne &quot;.&quot; und ohne leere Namen.</translation>
    </message>
    <message>
        <source>Paths may be at most {0} names deep.</source>
        <translation>Pfade dürfen höchstens {0} Namen tief sein.</translation>
    </message>
    <message>
        <source>A name may be at most {0} bytes long.</source>
        <translation>Ein Name darf höchstens {0} Bytes lang sein.</translation>
    </message>
    <message>
        <source>A path may be at most {0} bytes long.</source>
        <translation>Ein Pfad darf höchstens {0} Bytes lang sein.</translation>
    </message>
    <message>
        <source>A path can&apos;t hold a NUL character.</source>
        <translation>Ein Pfad kann kein NUL-Zeichen enthalten.</translation>
    </message>
    <message>
        <source>The path holds half of a character.</source>
        <translation>Der Pfad enthält ein halbes Zeichen.</translation>
    </message>
    <message>
        <source>Paths are written with &quot;/&quot;, never with a backslash.</source>
        <translation>Pfade schreibt man mit &quot;/&quot;, nie mit einem umgekehrten Schrägstrich.</translation>
    </message>
    <message>
        <source>The target isn&apos;t what it was when it was shown, so nothing was done. {w0}</source>
        <translation>Das Ziel ist nicht mehr, was gezeigt wurde; es wurde nichts getan. {w0}</translation>
    </message>
    <message>
        <source>Something else is there now.</source>
        <translation>Dort ist jetzt etwas anderes.</translation>
    </message>
    <message>
        <source>{q0} was removed by somebody else meanwhile.</source>
        <translation>{q0} wurde inzwischen von jemand anderem entfernt.</translation>
    </message>
    <message>
        <source>{q0} was made by somebody else meanwhile.</source>
        <translation>{q0} wurde inzwischen von jemand anderem angelegt.</translation>
    </message>
    <message>
        <source>{q0} could not get its name back; what was there is now called {q1}.</source>
        <translation>{q0} konnte seinen Namen nicht zurückbekommen; was dort war, heißt jetzt {q1}.</translation>
    </message>
    <message>
        <source>{q0} is a folder.</source>
        <translation>{q0} ist ein Ordner.</translation>
    </message>
    <message>
        <source>{q0} is not a regular file.</source>
        <translation>{q0} ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>{q0} is a symbolic link, which file tools don&apos;t follow.</source>
        <translation>{q0} ist ein symbolischer Link, dem Dateiwerkzeuge nicht folgen.</translation>
    </message>
    <message>
        <source>This agent&apos;s folder is gone.</source>
        <translation>Der Ordner dieses Agenten ist weg.</translation>
    </message>
    <message>
        <source>The way to this agent&apos;s folder leads through a link or a file now.</source>
        <translation>Der Weg zum Ordner dieses Agenten führt jetzt durch einen Link oder eine Datei.</translation>
    </message>
    <message>
        <source>The system doesn&apos;t let Placet touch {q0}.</source>
        <translation>Das System lässt Placet {q0} nicht anrühren.</translation>
    </message>
    <message>
        <source>The system doesn&apos;t let Placet write {q0}.</source>
        <translation>Das System lässt Placet {q0} nicht schreiben.</translation>
    </message>
    <message>
        <source>{q0} is on a disk that is read only.</source>
        <translation>{q0} liegt auf einem Datenträger, von dem nur gelesen werden kann.</translation>
    </message>
    <message>
        <source>{q0} is a program that is running.</source>
        <translation>{q0} ist ein Programm, das gerade läuft.</translation>
    </message>
    <message>
        <source>The disk is full; {q0} was left as it was.</source>
        <translation>Der Datenträger ist voll; {q0} blieb, wie es war.</translation>
    </message>
    <message>
        <source>The disk quota is used up; {q0} was left as it was.</source>
        <translation>Das Kontingent auf dem Datenträger ist aufgebraucht; {q0} blieb, wie es war.</translation>
    </message>
    <message>
        <source>The system refuses a file of this size; {q0} was left as it was.</source>
        <translation>Das System verweigert eine Datei dieser Größe; {q0} blieb, wie es war.</translation>
    </message>
    <message>
        <source>The name {q0} is too long for this disk.</source>
        <translation>Der Name {q0} ist für diesen Datenträger zu lang.</translation>
    </message>
    <message>
        <source>This disk can&apos;t hold the name {q0}.</source>
        <translation>Dieser Datenträger kann den Namen {q0} nicht aufnehmen.</translation>
    </message>
    <message>
        <source>A part of {q0} is not a folder.</source>
        <translation>Ein Teil von {q0} ist kein Ordner.</translation>
    </message>
    <message>
        <source>The disk failed on {q0} ({1}).</source>
        <translation>Der Datenträger versagte bei {q0} ({1}).</translation>
    </message>
    <message>
        <source>The subject of a mail is one line of visible text.</source>
        <translation>Der Betreff einer E-Mail ist eine Zeile sichtbarer Text.</translation>
    </message>
    <message>
        <source>The subject of a mail may not hold &quot;=?&quot;.</source>
        <translation>Der Betreff einer E-Mail darf kein &quot;=?&quot; enthalten.</translation>
    </message>
    <message>
        <source>A message of Telegram&apos;s has at most {0} characters, the subject included.</source>
        <translation>Eine Telegram-Nachricht hat höchstens {0} Zeichen, den Betreff eingerechnet.</translation>
    </message>
    <message>
        <source>The mail server takes neither this user nor this password ({0}).</source>
        <translation>Der Mailserver nimmt weder diesen Benutzer noch dieses Passwort an ({0}).</translation>
    </message>
    <message>
        <source>The mail server refused, or answered what can&apos;t be understood.</source>
        <translation>Der Mailserver hat abgelehnt oder etwas geantwortet, das nicht zu verstehen ist.</translation>
    </message>
    <message>
        <source>The mail server says more than it may.</source>
        <translation>Der Mailserver sagt mehr, als er darf.</translation>
    </message>
    <message>
        <source>The mail server&apos;s certificate, or its encryption, can&apos;t be trusted, so nothing was sent.</source>
        <translation>Dem Zertifikat des Mailservers oder seiner Verschlüsselung ist nicht zu trauen; es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>The mail server offers no encryption, or no way to log in, so nothing was sent.</source>
        <translation>Der Mailserver bietet keine Verschlüsselung oder keine Anmeldung an; es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>The mail server can&apos;t be reached, or broke off, so nothing was sent.</source>
        <translation>Der Mailserver ist nicht erreichbar oder hat abgebrochen; es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>The mail server {w0}. Whether the mail was sent is unknown; it is not sent again.</source>
        <translation>Der Mailserver {w0}. Ob die E-Mail gesendet wurde, ist ungewiss; sie wird nicht noch einmal gesendet.</translation>
    </message>
    <message>
        <source>broke the connection</source>
        <translation>hat die Verbindung abgebrochen</translation>
    </message>
    <message>
        <source>did not answer within {0} s</source>
        <translation>hat innerhalb von {0} s nicht geantwortet</translation>
    </message>
    <message>
        <source>broke the connection before it answered</source>
        <translation>hat die Verbindung abgebrochen, bevor eine Antwort kam</translation>
    </message>
    <message>
        <source>The mail that it answers has no Message-ID.</source>
        <translation>Die E-Mail, auf die geantwortet wird, hat keine Message-ID.</translation>
    </message>
    <message>
        <source>A query has at most {0} words, on one line.</source>
        <translation>Eine Suche hat höchstens {0} Wörter, in einer Zeile.</translation>
    </message>
    <message>
        <source>The mailbox was made anew since, so this id means nothing in it.</source>
        <translation>Das Postfach wurde inzwischen neu angelegt; diese Kennung bedeutet darin nichts.</translation>
    </message>
    <message>
        <source>A mail is named by the id that mail_search gives.</source>
        <translation>Eine E-Mail wird mit der Kennung benannt, die mail_search gibt.</translation>
    </message>
    <message>
        <source>There is no such mail, or more than one.</source>
        <translation>Diese E-Mail gibt es nicht, oder mehr als eine.</translation>
    </message>
    <message>
        <source>There is no such mail any more.</source>
        <translation>Diese E-Mail gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The mailbox is full</source>
        <translation>Das Postfach ist voll</translation>
    </message>
    <message>
        <source>{w0}. Nothing was saved.</source>
        <translation>{w0}. Es wurde nichts gespeichert.</translation>
    </message>
    <message>
        <source>The mail server doesn&apos;t take the draft</source>
        <translation>Der Mailserver nimmt den Entwurf nicht an</translation>
    </message>
    <message>
        <source>This mail is put together in a way that can&apos;t be read.</source>
        <translation>Diese E-Mail ist so zusammengesetzt, dass sie nicht lesbar ist.</translation>
    </message>
    <message>
        <source>A draft goes to 1 to {0} plain mail addresses, such as ada@example.org.</source>
        <translation>Ein Entwurf geht an 1 bis {0} einfache Mailadressen, etwa ada@example.org.</translation>
    </message>
    <message>
        <source>There is no account {q0} of the kind {1}.</source>
        <translation>Ein Konto {q0} der Art {1} gibt es nicht.</translation>
    </message>
    <message>
        <source>The owner didn&apos;t grant this account to {0}.</source>
        <translation>Der Eigentümer hat dieses Konto nicht für {0} freigegeben.</translation>
    </message>
    <message>
        <source>The server describes this tool&apos;s arguments in no known way.</source>
        <translation>Der Server beschreibt die Argumente dieses Werkzeugs auf keine bekannte Weise.</translation>
    </message>
    <message>
        <source>A recipient is written &quot;agent:NAME&quot; or &quot;CHANNEL:ADDRESS&quot;.</source>
        <translation>Einen Empfänger schreibt man &quot;agent:NAME&quot; oder &quot;CHANNEL:ADDRESS&quot;.</translation>
    </message>
    <message>
        <source>There is no channel for {q0}.</source>
        <translation>Für {q0} gibt es keinen Kanal.</translation>
    </message>
    <message>
        <source>The recipient isn&apos;t what it was when it was shown, so nothing was sent.</source>
        <translation>Der Empfänger ist nicht mehr, was gezeigt wurde; es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>The channel isn&apos;t what it was when it was looked up.</source>
        <translation>Der Kanal ist nicht mehr, was er beim Nachsehen war.</translation>
    </message>
    <message>
        <source>There is no tool called {q0}.</source>
        <translation>Ein Werkzeug namens {q0} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no tool {q0}.</source>
        <translation>Ein Werkzeug {q0} gibt es nicht.</translation>
    </message>
    <message>
        <source>The tool {q0} is not enabled for this agent.</source>
        <translation>Das Werkzeug {q0} ist für diesen Agenten nicht eingeschaltet.</translation>
    </message>
    <message>
        <source>The arguments can&apos;t be checked against this tool&apos;s schema.</source>
        <translation>Die Argumente lassen sich nicht am Schema dieses Werkzeugs prüfen.</translation>
    </message>
    <message>
        <source>This is not a JSON Schema (2020-12).</source>
        <translation>Das ist kein JSON-Schema (2020-12).</translation>
    </message>
    <message>
        <source>The schema nests too deeply.</source>
        <translation>Das Schema ist zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>A schema may only refer to its own parts, not to {q0}.</source>
        <translation>Ein Schema darf nur auf eigene Teile verweisen, nicht auf {q0}.</translation>
    </message>
    <message>
        <source>The tool has no argument {q0}.</source>
        <translation>Das Werkzeug hat kein Argument {q0}.</translation>
    </message>
    <message>
        <source>No value is left for {q0}; disable the tool instead.</source>
        <translation>Für {q0} bleibt kein Wert übrig; schalten Sie stattdessen das Werkzeug aus.</translation>
    </message>
    <message>
        <source>The tool would refuse this value of {q0}.</source>
        <translation>Das Werkzeug würde diesen Wert von {q0} ablehnen.</translation>
    </message>
    <message>
        <source>The shell is disabled. {w0}</source>
        <translation>Die Shell ist ausgeschaltet. {w0}</translation>
    </message>
    <message>
        <source>A command may not hold the character U+0000.</source>
        <translation>Ein Befehl darf das Zeichen U+0000 nicht enthalten.</translation>
    </message>
    <message>
        <source>A command has at most {w0}.</source>
        <translation>Ein Befehl hat höchstens {w0}.</translation>
    </message>
    <message>
        <source>The command was stopped; what it had done by then stays done.</source>
        <translation>Der Befehl wurde angehalten; was er bis dahin getan hat, bleibt getan.</translation>
    </message>
    <message>
        <source>The command can&apos;t be started: {w0}.</source>
        <translation>Der Befehl lässt sich nicht starten: {w0}.</translation>
    </message>
    <message>
        <source>The command wasn&apos;t started: {q0}.</source>
        <translation>Der Befehl wurde nicht gestartet: {q0}.</translation>
    </message>
    <message>
        <source>The agent&apos;s folder, or how commands are confined, isn&apos;t what it was when it was shown; nothing was run.</source>
        <translation>Der Ordner des Agenten oder die Abschottung der Befehle ist nicht mehr, was gezeigt wurde; es wurde nichts ausgeführt.</translation>
    </message>
    <message>
        <source>Telegram can&apos;t be reached, so nothing was sent.</source>
        <translation>Telegram ist nicht erreichbar; es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Telegram&apos;s address answered with {0}, so nothing was sent.</source>
        <translation>Die Adresse von Telegram antwortete mit {0}; es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Telegram {w0}. Whether the message arrived is unknown; it is not sent again.</source>
        <translation>Telegram {w0}. Ob die Nachricht ankam, ist ungewiss; sie wird nicht noch einmal gesendet.</translation>
    </message>
    <message>
        <source>answered with {0} and without saying what became of it</source>
        <translation>antwortete mit {0}, ohne zu sagen, was daraus wurde</translation>
    </message>
    <message>
        <source>had an error of its own ({0})</source>
        <translation>hatte selbst einen Fehler ({0})</translation>
    </message>
    <message>
        <source>The webhook {0} can&apos;t be reached, so nothing was sent.</source>
        <translation>Der Webhook {0} ist nicht erreichbar; es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>The webhook answered with a redirect ({0}), which is not followed.</source>
        <translation>Der Webhook antwortete mit einer Weiterleitung ({0}), der nicht gefolgt wird.</translation>
    </message>
    <message>
        <source>The webhook answered with the error {0}.</source>
        <translation>Der Webhook antwortete mit dem Fehler {0}.</translation>
    </message>
    <message>
        <source>The webhook {0} {w1}. Whether the message arrived is unknown; it is not sent again.</source>
        <translation>Der Webhook {0} {w1}. Ob die Nachricht ankam, ist ungewiss; sie wird nicht noch einmal gesendet.</translation>
    </message>
    <message>
        <source>An agent doesn&apos;t write to itself.</source>
        <translation>Ein Agent schreibt nicht an sich selbst.</translation>
    </message>
    <message>
        <source>There is no agent called {q0}.</source>
        <translation>Einen Agenten namens {q0} gibt es nicht.</translation>
    </message>
    <message>
        <source>Only SELECT can be asked, with or without a WITH in front.</source>
        <translation>Gefragt werden kann nur mit SELECT, mit oder ohne WITH davor.</translation>
    </message>
    <message>
        <source>A query has at most {0} characters.</source>
        <translation>Eine Abfrage hat höchstens {0} Zeichen.</translation>
    </message>
    <message>
        <source>Not even one row fits into {0} bytes; ask for fewer columns or use substr().</source>
        <translation>Nicht einmal eine Zeile passt in {0} Bytes; fragen Sie nach weniger Spalten oder nehmen Sie substr().</translation>
    </message>
    <message>
        <source>The query took longer than {0} s and was ended.</source>
        <translation>Die Abfrage dauerte länger als {0} s und wurde beendet.</translation>
    </message>
    <message>
        <source>The query can&apos;t be answered: {0}.</source>
        <translation>Die Abfrage ist nicht zu beantworten: {0}.</translation>
    </message>
    <message>
        <source>This query reaches beyond what may be asked: SELECT from {0}, your own rows only.</source>
        <translation>Diese Abfrage reicht über das hinaus, was gefragt werden darf: SELECT aus {0}, nur eigene Zeilen.</translation>
    </message>
    <message>
        <source>{0} runs of this agent&apos;s code are at work already.</source>
        <translation>Es sind schon {0} Läufe des Codes dieses Agenten am Werk.</translation>
    </message>
    <message>
        <source>The code was stopped; what it did up to then stays.</source>
        <translation>Der Code wurde angehalten; was er bis dahin getan hat, bleibt.</translation>
    </message>
    <message>
        <source>The code failed.</source>
        <translation>Der Code ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The code was ended: its time was used up.</source>
        <translation>Der Code wurde beendet: Seine Zeit war aufgebraucht.</translation>
    </message>
    <message>
        <source>The code was ended: it used more memory than it may.</source>
        <translation>Der Code wurde beendet: Er brauchte mehr Speicher, als er darf.</translation>
    </message>
    <message>
        <source>The code was ended: it said more than it may.</source>
        <translation>Der Code wurde beendet: Er sagte mehr, als er darf.</translation>
    </message>
    <message>
        <source>The code was ended: its process said what it never says by itself.</source>
        <translation>Der Code wurde beendet: Sein Prozess sagte, was er von sich aus nie sagt.</translation>
    </message>
    <message>
        <source>The process that the code ran in ended by itself.</source>
        <translation>Der Prozess, in dem der Code lief, endete von selbst.</translation>
    </message>
    <message>
        <source>The code was ended: its file has changed.</source>
        <translation>Der Code wurde beendet: Seine Datei hat sich geändert.</translation>
    </message>
    <message>
        <source>The code was stopped.</source>
        <translation>Der Code wurde angehalten.</translation>
    </message>
    <message>
        <source>The code wasn&apos;t run: too much other code is running.</source>
        <translation>Der Code wurde nicht ausgeführt: Es läuft zu viel anderer Code.</translation>
    </message>
    <message>
        <source>The source has more than {0} bytes.</source>
        <translation>Der Quelltext hat mehr als {0} Bytes.</translation>
    </message>
    <message>
        <source>Code is in files that end with {0}.</source>
        <translation>Code steht in Dateien, die auf {0} enden.</translation>
    </message>
    <message>
        <source>The source isn&apos;t UTF-8: byte {0} can&apos;t be read.</source>
        <translation>Der Quelltext ist kein UTF-8: Byte {0} ist nicht lesbar.</translation>
    </message>
    <message>
        <source>A method&apos;s name has 1 to 128 characters.</source>
        <translation>Der Name einer Methode hat 1 bis 128 Zeichen.</translation>
    </message>
    <message>
        <source>This tool does not exist any more.</source>
        <translation>Dieses Werkzeug gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The stored arguments are not the ones that were approved.</source>
        <translation>Die gespeicherten Argumente sind nicht die freigegebenen.</translation>
    </message>
    <message>
        <source>What is stored of this call can&apos;t be read, so its tool was not started and nothing happened.</source>
        <translation>Was von diesem Aufruf gespeichert ist, ist nicht lesbar; sein Werkzeug wurde nicht gestartet, und nichts ist geschehen.</translation>
    </message>
    <message>
        <source>The owner changed the arguments, but how can&apos;t be read any more.</source>
        <translation>Der Eigentümer hat die Argumente geändert, aber wie, ist nicht mehr lesbar.</translation>
    </message>
    <message>
        <source>The owner denied exactly this call earlier in this turn.</source>
        <translation>Der Eigentümer hat genau diesen Aufruf schon in diesem Durchgang abgelehnt.</translation>
    </message>
    <message>
        <source>The owner stopped this agent; it may not call anything until it is started again.</source>
        <translation>Der Eigentümer hat diesen Agenten angehalten; bis er wieder gestartet wird, darf er nichts aufrufen.</translation>
    </message>
    <message>
        <source>Nothing was done, and that could not be recorded</source>
        <translation>Es wurde nichts getan, und das ließ sich nicht festhalten</translation>
    </message>
    <message>
        <source>{w0} ({1}).</source>
        <translation>{w0} ({1}).</translation>
    </message>
    <message>
        <source>The tool ran, but its outcome could not be recorded</source>
        <translation>Das Werkzeug lief, aber sein Ausgang ließ sich nicht festhalten</translation>
    </message>
    <message>
        <source>{w0} ({1}); it is unknown.</source>
        <translation>{w0} ({1}); er ist ungewiss.</translation>
    </message>
    <message>
        <source>The mail server answered {0}, {1}, so nothing was sent.</source>
        <translation>Der Mailserver antwortete {0}, {1}; es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>{q0} has {w1} (hard links), which may be outside of this agent&apos;s folder.</source>
        <translation>{q0} hat {w1} (Hardlinks), vielleicht außerhalb des Ordners dieses Agenten.</translation>
    </message>
    <message>
        <source>1 other name</source>
        <translation>1 anderen Namen</translation>
    </message>
    <message>
        <source>{w0} other names</source>
        <translation>{w0} andere Namen</translation>
    </message>
    <message>
        <source>A masked token isn&apos;t whole any more: put its mark back as it was, or take all of it away. The sign itself is written \u27e8</source>
        <translation>Ein verdecktes Token ist nicht mehr ganz: Setzen Sie sein Zeichen wieder, wie es war, oder nehmen Sie es ganz weg. Das Zeichen selbst schreibt man \u27e8</translation>
    </message>
    <message>
        <source>Not done: what it would do could not be written down first, so nothing was attempted.</source>
        <translation>Nicht getan: Was es tun würde, ließ sich nicht zuvor aufschreiben; es wurde nichts versucht.</translation>
    </message>
    <message>
        <source>The tool ran, but what it proves could not be written down; its outcome is unknown.</source>
        <translation>Das Werkzeug lief, aber was es nachweist, ließ sich nicht aufschreiben; sein Ausgang ist ungewiss.</translation>
    </message>
    <message>
        <source>A path is written as words between dots. {w0}</source>
        <translation>Ein Pfad wird als Wörter zwischen Punkten geschrieben. {w0}</translation>
    </message>
    <message>
        <source>This changes nothing. {w0}</source>
        <translation>Das ändert nichts. {w0}</translation>
    </message>
    <message>
        <source>There is no list at {q0}. {w1}</source>
        <translation>Bei {q0} ist keine Liste. {w1}</translation>
    </message>
    <message>
        <source>There is nothing at {q0}. {w1}</source>
        <translation>Bei {q0} ist nichts. {w1}</translation>
    </message>
    <message>
        <source>The list has no element of this number. {w0}</source>
        <translation>Die Liste hat kein Element mit dieser Nummer. {w0}</translation>
    </message>
    <message>
        <source>sys_get_config shows how the declaration stands.</source>
        <translation>sys_get_config zeigt, wie die Definition steht.</translation>
    </message>
    <message>
        <source>{w0} Only the owner may change that, in the console. {w1}</source>
        <translation>{w0} Das darf nur der Eigentümer ändern, in der Konsole. {w1}</translation>
    </message>
    <message>
        <source>{q0} is the owner&apos;s word on the tool.</source>
        <translation>{q0} ist das Wort des Eigentümers über das Werkzeug.</translation>
    </message>
    <message>
        <source>{q0} is the owner&apos;s word.</source>
        <translation>{q0} ist das Wort des Eigentümers.</translation>
    </message>
    <message>
        <source>{q0} is not the agent&apos;s to change.</source>
        <translation>{q0} ist nicht Sache des Agenten.</translation>
    </message>
    <message>
        <source>A tool can&apos;t be renamed.</source>
        <translation>Ein Werkzeug lässt sich nicht umbenennen.</translation>
    </message>
    <message>
        <source>What is appended comes last; leave “index” out.</source>
        <translation>Was angehängt wird, kommt ans Ende; lassen Sie „index“ weg.</translation>
    </message>
    <message>
        <source>{q0} is not the name of a function.</source>
        <translation>{q0} ist kein Name einer Funktion.</translation>
    </message>
    <message>
        <source>The owner does not allow this value: at {q0}.</source>
        <translation>Der Eigentümer erlaubt diesen Wert nicht: bei {q0}.</translation>
    </message>
    <message>
        <source>An address has at most {0} characters.</source>
        <translation>Eine Adresse hat höchstens {0} Zeichen.</translation>
    </message>
    <message>
        <source>The address holds a character that has to be percent-encoded, or that hides.</source>
        <translation>Die Adresse enthält ein Zeichen, das mit Prozent zu schreiben ist oder etwas verbirgt.</translation>
    </message>
    <message>
        <source>A path may not hold the steps . or .. ; write where it leads.</source>
        <translation>Ein Pfad darf die Schritte . und .. nicht enthalten; schreiben Sie, wohin er führt.</translation>
    </message>
    <message>
        <source>A port is a number from 1 to 65535.</source>
        <translation>Ein Port ist eine Zahl von 1 bis 65535.</translation>
    </message>
    <message>
        <source>A host&apos;s number is written plainly, such as 192.0.2.1 or [2001:db8::1].</source>
        <translation>Die Nummer eines Hosts schreibt man einfach, etwa 192.0.2.1 oder [2001:db8::1].</translation>
    </message>
    <message>
        <source>The arguments are not a JSON object.</source>
        <translation>Die Argumente sind kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>{q0} was {w1}, but the disk did not confirm that it outlives a power cut.</source>
        <translation>{q0} wurde {w1}, aber der Datenträger hat nicht bestätigt, dass es einen Stromausfall übersteht.</translation>
    </message>
    <message>
        <source>written</source>
        <translation>geschrieben</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>Telegram doesn&apos;t know this bot&apos;s token, so nothing was sent.</source>
        <translation>Telegram kennt das Token dieses Bots nicht; es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Telegram doesn&apos;t know this bot&apos;s token, so nothing was sent: {q0}.</source>
        <translation>Telegram kennt das Token dieses Bots nicht; es wurde nichts gesendet: {q0}.</translation>
    </message>
    <message>
        <source>The bot may not write to this chat, so nothing was sent.</source>
        <translation>Der Bot darf in diesen Chat nicht schreiben; es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>The bot may not write to this chat, so nothing was sent: {q0}.</source>
        <translation>Der Bot darf in diesen Chat nicht schreiben; es wurde nichts gesendet: {q0}.</translation>
    </message>
    <message>
        <source>Telegram doesn&apos;t know this bot, so nothing was sent.</source>
        <translation>Telegram kennt diesen Bot nicht; es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Telegram doesn&apos;t know this bot, so nothing was sent: {q0}.</source>
        <translation>Telegram kennt diesen Bot nicht; es wurde nichts gesendet: {q0}.</translation>
    </message>
    <message>
        <source>Telegram takes no more messages of this bot for now, so nothing was sent.</source>
        <translation>Telegram nimmt von diesem Bot vorerst keine Nachrichten mehr an; es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Telegram takes no more messages of this bot for now, so nothing was sent: {q0}.</source>
        <translation>Telegram nimmt von diesem Bot vorerst keine Nachrichten mehr an; es wurde nichts gesendet: {q0}.</translation>
    </message>
    <message>
        <source>Telegram did not send the message.</source>
        <translation>Telegram hat die Nachricht nicht gesendet.</translation>
    </message>
    <message>
        <source>Telegram did not send the message: {q0}.</source>
        <translation>Telegram hat die Nachricht nicht gesendet: {q0}.</translation>
    </message>
    <message>
        <source>limit must be 1 to {0}.</source>
        <translation>limit muss 1 bis {0} sein.</translation>
    </message>
    <message>
        <source>limit must be from 1 to {0}.</source>
        <translation>limit muss 1 bis {0} sein.</translation>
    </message>
    <message>
        <source>limit is 1 to {0}.</source>
        <translation>limit ist 1 bis {0}.</translation>
    </message>
    <message>
        <source>kinds must be of {0}.</source>
        <translation>kinds muss aus {0} sein.</translation>
    </message>
    <message>
        <source>every must be at least 1.</source>
        <translation>every muss mindestens 1 sein.</translation>
    </message>
    <message>
        <source>period must be one of {0}.</source>
        <translation>period muss eines von {0} sein.</translation>
    </message>
    <message>
        <source>state must be one of {0}.</source>
        <translation>state muss eines von {0} sein.</translation>
    </message>
    <message>
        <source>There is no text at this place.</source>
        <translation>An dieser Stelle steht kein Text.</translation>
    </message>
    <message>
        <source>There is no argument at this place.</source>
        <translation>An dieser Stelle steht kein Argument.</translation>
    </message>
    <message>
        <source>There is no such phase.</source>
        <translation>Diese Phase gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such status.</source>
        <translation>Diesen Status gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such response.</source>
        <translation>Diese Antwort gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such workflow.</source>
        <translation>Diesen Workflow gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such operation.</source>
        <translation>Diese Wirkung gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation>Diese Datei gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such trigger.</source>
        <translation>Diesen Auslöser gibt es nicht.</translation>
    </message>
    <message>
        <source>This agent has no such conversation.</source>
        <translation>Dieser Agent hat keine solche Unterhaltung.</translation>
    </message>
    <message>
        <source>This agent has no such timer.</source>
        <translation>Dieser Agent hat keinen solchen Timer.</translation>
    </message>
    <message>
        <source>This agent&apos;s declaration has no such target.</source>
        <translation>Die Definition dieses Agenten hat kein solches Ziel.</translation>
    </message>
    <message>
        <source>The agent has no such trigger target or timer.</source>
        <translation>Der Agent hat kein solches Ziel eines Auslösers und keinen solchen Timer.</translation>
    </message>
    <message>
        <source>This workflow has no such operation.</source>
        <translation>Dieser Workflow hat keine solche Wirkung.</translation>
    </message>
    <message>
        <source>There is no agent {0}.</source>
        <translation>Einen Agenten {0} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no task {0}.</source>
        <translation>Eine Aufgabe {0} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no token {0}.</source>
        <translation>Ein Token {0} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no grant {0}.</source>
        <translation>Eine Dauerfreigabe {0} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no turn {0}.</source>
        <translation>Einen Durchgang {0} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no conversation {0}.</source>
        <translation>Eine Unterhaltung {0} gibt es nicht.</translation>
    </message>
    <message>
        <source>The grant {0} does not stand any more.</source>
        <translation>Die Dauerfreigabe {0} besteht nicht mehr.</translation>
    </message>
    <message>
        <source>The turn {0} is {w1} already.</source>
        <translation>Der Durchgang {0} ist schon: {w1}.</translation>
    </message>
    <message>
        <source>The workflow {0} is {w1}.</source>
        <translation>Der Workflow {0} steht auf: {w1}.</translation>
    </message>
    <message>
        <source>The task {0} has no approval.</source>
        <translation>Die Aufgabe {0} hat keine Freigabe.</translation>
    </message>
    <message>
        <source>No link of the chain binds it.</source>
        <translation>Kein Glied der Kette sichert es.</translation>
    </message>
    <message>
        <source>The ledger is closed.</source>
        <translation>Das Journal ist geschlossen.</translation>
    </message>
    <message>
        <source>There is no such token that was made offline and isn&apos;t kept yet.</source>
        <translation>Ein solches Token, offline erstellt und noch nicht übernommen, gibt es nicht.</translation>
    </message>
    <message>
        <source>An agent&apos;s token names its agent; no other token names one.</source>
        <translation>Das Token eines Agenten nennt seinen Agenten; kein anderes Token nennt einen.</translation>
    </message>
    <message>
        <source>A token must live for at least one second.</source>
        <translation>Ein Token muss mindestens eine Sekunde gelten.</translation>
    </message>
    <message>
        <source>There is no way to look this effect up; look at the place itself.</source>
        <translation>Diese Wirkung lässt sich nicht nachschlagen; sehen Sie an der Stelle selbst nach.</translation>
    </message>
    <message>
        <source>The call&apos;s stored arguments aren&apos;t those that ran, so it can&apos;t be looked up.</source>
        <translation>Die gespeicherten Argumente des Aufrufs sind nicht die ausgeführten; er lässt sich nicht nachschlagen.</translation>
    </message>
    <message>
        <source>This effect belongs to another account than the one that is there now.</source>
        <translation>Diese Wirkung gehört zu einem anderen Konto als dem, das jetzt da ist.</translation>
    </message>
    <message>
        <source>This conversation is the workflow {0}&apos;s: give that its next goal with continue.</source>
        <translation>Diese Unterhaltung gehört dem Workflow {0}: Geben Sie ihm mit „Weiterführen“ das nächste Ziel.</translation>
    </message>
    <message>
        <source>This conversation is the workflow {0}&apos;s. {w1} Once that has ended, what you write here is its next goal, as with continue.</source>
        <translation>Diese Unterhaltung gehört dem Workflow {0}. {w1} Sobald er beendet ist, ist das nächste Ziel, was Sie hier schreiben, wie mit „Weiterführen“.</translation>
    </message>
    <message>
        <source>This key came before with another request.</source>
        <translation>Dieser Schlüssel kam schon mit einer anderen Anfrage.</translation>
    </message>
    <message>
        <source>This key came before with another text.</source>
        <translation>Dieser Schlüssel kam schon mit einem anderen Text.</translation>
    </message>
    <message>
        <source>reason is a text of 1 to {0} characters.</source>
        <translation>reason ist ein Text von 1 bis {0} Zeichen.</translation>
    </message>
    <message>
        <source>A title has at most {0} characters.</source>
        <translation>Ein Titel hat höchstens {0} Zeichen.</translation>
    </message>
    <message>
        <source>A request key has 1 to {0} characters.</source>
        <translation>Der Schlüssel einer Anfrage hat 1 bis {0} Zeichen.</translation>
    </message>
    <message>
        <source>A request key may not start with {0}.</source>
        <translation>Der Schlüssel einer Anfrage darf nicht mit {0} beginnen.</translation>
    </message>
    <message>
        <source>There is no such guided workflow; there is {0}.</source>
        <translation>Diesen geführten Workflow gibt es nicht; es gibt {0}.</translation>
    </message>
    <message>
        <source>{0} is a text of 1 to {1} characters.</source>
        <translation>{0} ist ein Text von 1 bis {1} Zeichen.</translation>
    </message>
    <message>
        <source>{0} is of no use to this workflow.</source>
        <translation>{0} nützt diesem Workflow nichts.</translation>
    </message>
    <message>
        <source>The new deadline must lie in the future.</source>
        <translation>Die neue Frist muss in der Zukunft liegen.</translation>
    </message>
    <message>
        <source>The task does not wait for a decision.</source>
        <translation>Die Aufgabe wartet auf keine Entscheidung.</translation>
    </message>
    <message>
        <source>Placet runs this task itself and knows how it ends.</source>
        <translation>Placet führt diese Aufgabe selbst aus und weiß, wie sie endet.</translation>
    </message>
    <message>
        <source>The task is {w0}, so no outcome is awaited.</source>
        <translation>Die Aufgabe steht auf: {w0}. Es wird kein Ausgang erwartet.</translation>
    </message>
    <message>
        <source>The task has {w0} already.</source>
        <translation>Die Aufgabe ist schon: {w0}.</translation>
    </message>
    <message>
        <source>As many generations wait as may wait.</source>
        <translation>Es warten so viele Generierungen, wie warten dürfen.</translation>
    </message>
    <message>
        <source>Decisions over HTTP are switched off (http_decisions).</source>
        <translation>Entscheidungen über HTTP sind ausgeschaltet (http_decisions).</translation>
    </message>
    <message>
        <source>The link {0} isn&apos;t installed in this file.</source>
        <translation>Die Anbindung {0} ist in dieser Datei nicht installiert.</translation>
    </message>
    <message>
        <source>The link {0} isn&apos;t installed.</source>
        <translation>Die Anbindung {0} ist nicht installiert.</translation>
    </message>
    <message>
        <source>There is no link of this name; there are {0}.</source>
        <translation>Eine Anbindung dieses Namens gibt es nicht; es gibt {0}.</translation>
    </message>
    <message>
        <source>No gateway of Placet&apos;s was put into that file.</source>
        <translation>In diese Datei wurde kein Gateway von Placet gesetzt.</translation>
    </message>
    <message>
        <source>{0} leads nowhere, so nothing was written.</source>
        <translation>{0} führt nirgendwohin; es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>The secret of this account lies in a keyring that isn&apos;t there now.</source>
        <translation>Das Geheimnis dieses Kontos liegt in einem Schlüsselbund, der gerade nicht da ist.</translation>
    </message>
    <message>
        <source>The secret of this channel lies in a keyring that isn&apos;t there now.</source>
        <translation>Das Geheimnis dieses Kanals liegt in einem Schlüsselbund, der gerade nicht da ist.</translation>
    </message>
    <message>
        <source>The keyring doesn&apos;t hold the secret of this account any more.</source>
        <translation>Der Schlüsselbund enthält das Geheimnis dieses Kontos nicht mehr.</translation>
    </message>
    <message>
        <source>The keyring doesn&apos;t hold the secret of this channel any more.</source>
        <translation>Der Schlüsselbund enthält das Geheimnis dieses Kanals nicht mehr.</translation>
    </message>
    <message>
        <source>The file “secrets” of the data folder is not as Placet wrote it.</source>
        <translation>Die Datei „secrets“ des Datenordners ist nicht so, wie Placet sie geschrieben hat.</translation>
    </message>
    <message>
        <source>The kind of an account is one of {0}.</source>
        <translation>Die Art eines Kontos ist eine von {0}.</translation>
    </message>
    <message>
        <source>An account of this kind has {0}, and nothing else.</source>
        <translation>Ein Konto dieser Art hat {0}, sonst nichts.</translation>
    </message>
    <message>
        <source>“expires_at” is a time to come, in ms since 1970 UTC.</source>
        <translation>„expires_at“ ist eine künftige Zeit, in ms seit 1970 UTC.</translation>
    </message>
    <message>
        <source>“drafts” is a folder&apos;s name of at most {0} characters.</source>
        <translation>„drafts“ ist der Name eines Ordners mit höchstens {0} Zeichen.</translation>
    </message>
    <message>
        <source>“rights” is a list of {0}, at least one of them.</source>
        <translation>„rights“ ist eine Liste aus {0}, mindestens eines davon.</translation>
    </message>
    <message>
        <source>The kind of a channel is one of {0}.</source>
        <translation>Die Art eines Kanals ist eine von {0}.</translation>
    </message>
    <message>
        <source>A channel of this kind has {0}, and nothing else.</source>
        <translation>Ein Kanal dieser Art hat {0}, sonst nichts.</translation>
    </message>
    <message>
        <source>headers are an object of at most {0} texts.</source>
        <translation>headers ist ein Objekt aus höchstens {0} Texten.</translation>
    </message>
    <message>
        <source>A header is given twice.</source>
        <translation>Eine Kopfzeile steht zweimal da.</translation>
    </message>
    <message>
        <source>This header can&apos;t be set.</source>
        <translation>Diese Kopfzeile lässt sich nicht setzen.</translation>
    </message>
    <message>
        <source>A header&apos;s value is a plain text on one line.</source>
        <translation>Der Wert einer Kopfzeile ist ein einfacher Text in einer Zeile.</translation>
    </message>
    <message>
        <source>“security” is one of {0}.</source>
        <translation>„security“ ist eines von {0}.</translation>
    </message>
    <message>
        <source>must be made of letters, digits, _, -, . and :, and be at most 128 long</source>
        <translation>muss aus Buchstaben, Ziffern, _, -, . und : bestehen und höchstens 128 lang sein</translation>
    </message>
    <message>
        <source>must be a list of at most {0} names of methods</source>
        <translation>muss eine Liste von höchstens {0} Methodennamen sein</translation>
    </message>
    <message>
        <source>would have no effect on this tool</source>
        <translation>hätte bei diesem Werkzeug keine Wirkung</translation>
    </message>
    <message>
        <source>may hold at most {0} hosts</source>
        <translation>darf höchstens {0} Hosts enthalten</translation>
    </message>
    <message>
        <source>A private host is named with its port, such as 127.0.0.1:8080.</source>
        <translation>Ein privater Host wird mit seinem Port genannt, etwa 127.0.0.1:8080.</translation>
    </message>
    <message>
        <source>must be a table of argument names</source>
        <translation>muss eine Tabelle von Argumentnamen sein</translation>
    </message>
    <message>
        <source>“{0}” in “only” {w1}.</source>
        <translation>„{0}“ in „only“ {w1}.</translation>
    </message>
    <message>
        <source>must be a list of 1 to {0} texts, numbers, true, false or null</source>
        <translation>muss eine Liste von 1 bis {0} Texten, Zahlen, true, false oder null sein</translation>
    </message>
    <message>
        <source>“{0}” names {w1} of the kind {2}.</source>
        <translation>„{0}“ nennt {w1} der Art {2}.</translation>
    </message>
    <message>
        <source>one of the accounts</source>
        <translation>eines der Konten</translation>
    </message>
    <message>
        <source>an account, and there is none</source>
        <translation>ein Konto, und es gibt keines</translation>
    </message>
    <message>
        <source>may hold at most {0} timers</source>
        <translation>darf höchstens {0} Timer enthalten</translation>
    </message>
    <message>
        <source>is another timer&apos;s already</source>
        <translation>gehört schon einem anderen Timer</translation>
    </message>
    <message>
        <source>must be made of letters, digits, _, . and -, at most {0} of them</source>
        <translation>muss aus Buchstaben, Ziffern, _, . und - bestehen, höchstens {0} davon</translation>
    </message>
    <message>
        <source>must be a local time of day such as 02:00</source>
        <translation>muss eine Uhrzeit am Ort sein, etwa 02:00</translation>
    </message>
    <message>
        <source>or “at” must be there, and only one of them</source>
        <translation>oder „at“ muss da sein, und nur eines davon</translation>
    </message>
    <message>
        <source>goes with the scope agent, and only with it</source>
        <translation>gehört zum Scope agent und nur zu ihm</translation>
    </message>
    <message>
        <source>goes with the scope system, and only with it</source>
        <translation>gehört zum Scope system und nur zu ihm</translation>
    </message>
    <message>
        <source>may have at most {0} characters</source>
        <translation>darf höchstens {0} Zeichen haben</translation>
    </message>
    <message>
        <source>may hold at most {0} targets</source>
        <translation>darf höchstens {0} Ziele enthalten</translation>
    </message>
    <message>
        <source>must be written as path:function</source>
        <translation>muss als path:function geschrieben sein</translation>
    </message>
    <message>
        <source>can&apos;t stand beside “lambda”: a target runs one thing</source>
        <translation>kann nicht neben „lambda“ stehen: Ein Ziel führt eines aus</translation>
    </message>
    <message>
        <source>must be a list of 1 to {0} texts, the program and its words</source>
        <translation>muss eine Liste von 1 bis {0} Texten sein, das Programm und seine Wörter</translation>
    </message>
    <message>
        <source>must begin with the absolute path of a program</source>
        <translation>muss mit dem absoluten Pfad eines Programms beginnen</translation>
    </message>
    <message>
        <source>must be a list of tool names of at most {0} characters, * for anything</source>
        <translation>muss eine Liste von Werkzeugnamen mit höchstens {0} Zeichen sein, * für Beliebiges</translation>
    </message>
    <message>
        <source>may hold at most {0} names</source>
        <translation>darf höchstens {0} Namen enthalten</translation>
    </message>
    <message>
        <source>can&apos;t stand beside “{0}_ms”: a target has one timing at most</source>
        <translation>kann nicht neben „{0}_ms“ stehen: Ein Ziel hat höchstens eine Zeitvorgabe</translation>
    </message>
    <message>
        <source>goes with “batch_ms”, and only with it</source>
        <translation>gehört zu „batch_ms“ und nur dazu</translation>
    </message>
    <message>
        <source>may hold at most {0} servers</source>
        <translation>darf höchstens {0} Server enthalten</translation>
    </message>
    <message>
        <source>must be made of letters, digits, _ and -, and be at most 64 long</source>
        <translation>muss aus Buchstaben, Ziffern, _ und - bestehen und höchstens 64 lang sein</translation>
    </message>
    <message>
        <source>is the name of another server already</source>
        <translation>ist schon der Name eines anderen Servers</translation>
    </message>
    <message>
        <source>must be a list of texts that starts with a program</source>
        <translation>muss eine Liste von Texten sein, die mit einem Programm beginnt</translation>
    </message>
    <message>
        <source>must be a list of names of variables, none of them Placet&apos;s own</source>
        <translation>muss eine Liste von Variablennamen sein, keiner davon Placets eigener</translation>
    </message>
    <message>
        <source>must be a list of at most {0} texts</source>
        <translation>muss eine Liste von höchstens {0} Texten sein</translation>
    </message>
    <message>
        <source>belongs to a later release and would have no effect in this one</source>
        <translation>gehört zu einer späteren Version und hätte in dieser keine Wirkung</translation>
    </message>
    <message>
        <source>An object is written {&quot;is&quot;: …} here.</source>
        <translation>Ein Objekt wird hier {&quot;is&quot;: …} geschrieben.</translation>
    </message>
    <message>
        <source>The text has {0} bytes; at most {1} are read.</source>
        <translation>Der Text hat {0} Bytes; höchstens {1} werden gelesen.</translation>
    </message>
    <message>
        <source>The text isn&apos;t UTF-8: byte {0} can&apos;t be read.</source>
        <translation>Der Text ist kein UTF-8: Byte {0} ist nicht lesbar.</translation>
    </message>
    <message>
        <source>{w0}: at {q1}.</source>
        <translation>{w0}: bei {q1}.</translation>
    </message>
    <message>
        <source>Only the owner may do this.</source>
        <translation>Das darf nur der Eigentümer.</translation>
    </message>
    <message>
        <source>Only the owner, or the agent that asked, may take a task back.</source>
        <translation>Nur der Eigentümer oder der fragende Agent darf eine Aufgabe zurücknehmen.</translation>
    </message>
    <message>
        <source>There is no boot {0}.</source>
        <translation>Einen Start {0} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no delivery {0}.</source>
        <translation>Eine Zustellung {0} gibt es nicht.</translation>
    </message>
    <message>
        <source>Delivery {0} isn&apos;t {w1} any more.</source>
        <translation>Die Zustellung {0} steht nicht mehr auf: {w1}.</translation>
    </message>
    <message>
        <source>This request key came with another body before.</source>
        <translation>Dieser Schlüssel kam schon mit einem anderen Inhalt.</translation>
    </message>
    <message>
        <source>The task {0} is {w1} already.</source>
        <translation>Die Aufgabe {0} steht schon auf: {w1}.</translation>
    </message>
    <message>
        <source>The approval of {0} is {w1} already.</source>
        <translation>Die Freigabe von {0} steht schon auf: {w1}.</translation>
    </message>
    <message>
        <source>The run {0} isn&apos;t running.</source>
        <translation>Der Lauf {0} läuft nicht.</translation>
    </message>
    <message>
        <source>The operation {0} is {w1}.</source>
        <translation>Die Wirkung {0} steht auf: {w1}.</translation>
    </message>
    <message>
        <source>There is no run {0}.</source>
        <translation>Einen Lauf {0} gibt es nicht.</translation>
    </message>
    <message>
        <source>{w0} It had been tried {1} times.</source>
        <translation>{w0} Versucht wurde es {1}-mal.</translation>
    </message>
    <message>
        <source>A server has at most {0} tools.</source>
        <translation>Ein Server hat höchstens {0} Werkzeuge.</translation>
    </message>
    <message>
        <source>A server&apos;s command is a list of texts.</source>
        <translation>Der Befehl eines Servers ist eine Liste von Texten.</translation>
    </message>
    <message>
        <source>A server&apos;s name is made of letters, digits, _ and -, and is at most 64 long.</source>
        <translation>Der Name eines Servers besteht aus Buchstaben, Ziffern, _ und - und ist höchstens 64 lang.</translation>
    </message>
    <message>
        <source>There is no snapshot to go on from.</source>
        <translation>Es gibt keinen Stand, von dem es weitergehen könnte.</translation>
    </message>
    <message>
        <source>This attempt may say nothing any more.</source>
        <translation>Dieser Versuch darf nichts mehr sagen.</translation>
    </message>
    <message>
        <source>Another agent has its name here, so it is called {0}.</source>
        <translation>Ein anderer Agent trägt hier seinen Namen; er heißt {0}.</translation>
    </message>
    <message>
        <source>{0} lies in an agent&apos;s folder, where the agent could change it.</source>
        <translation>{0} liegt im Ordner eines Agenten, wo der Agent es ändern könnte.</translation>
    </message>
    <message>
        <source>the gateway ended with {0}</source>
        <translation>das Gateway endete mit {0}</translation>
    </message>
    <message>
        <source>The model server&apos;s reply broke off before its end.</source>
        <translation>Die Antwort des Modellservers brach vor ihrem Ende ab.</translation>
    </message>
    <message>
        <source>The model server sent a tool call without a name.</source>
        <translation>Der Modellserver hat einen Werkzeugaufruf ohne Namen gesendet.</translation>
    </message>
    <message>
        <source>The model server sent more than {0} tool calls in one reply.</source>
        <translation>Der Modellserver hat in einer Antwort mehr als {0} Werkzeugaufrufe gesendet.</translation>
    </message>
    <message>
        <source>The model server sent something else where an object belongs.</source>
        <translation>Der Modellserver hat etwas anderes gesendet, wo ein Objekt hingehört.</translation>
    </message>
    <message>
        <source>The model server sent something else where a list belongs.</source>
        <translation>Der Modellserver hat etwas anderes gesendet, wo eine Liste hingehört.</translation>
    </message>
    <message>
        <source>The model server sent something else where a text belongs.</source>
        <translation>Der Modellserver hat etwas anderes gesendet, wo ein Text hingehört.</translation>
    </message>
    <message>
        <source>The model server doesn&apos;t send events: {0}</source>
        <translation>Der Modellserver sendet keine Ereignisse: {0}</translation>
    </message>
    <message>
        <source>The model server sent something that isn&apos;t JSON: {0}</source>
        <translation>Der Modellserver hat etwas gesendet, das kein JSON ist: {0}</translation>
    </message>
    <message>
        <source>The model server reported an error: {0}</source>
        <translation>Der Modellserver meldet einen Fehler: {0}</translation>
    </message>
    <message>
        <source>The model server couldn&apos;t load {0}.</source>
        <translation>Der Modellserver konnte {0} nicht laden.</translation>
    </message>
    <message>
        <source>{0} wasn&apos;t loaded within {1} s.</source>
        <translation>{0} war nach {1} s noch nicht geladen.</translation>
    </message>
    <message>
        <source>The model server&apos;s list of models can&apos;t be read.</source>
        <translation>Die Modellliste des Modellservers ist nicht lesbar.</translation>
    </message>
    <message>
        <source>A key is named by api_key_ref = &quot;file:/absolute/path&quot; or &quot;keyring:NAME&quot;.</source>
        <translation>Ein Schlüssel wird mit api_key_ref = &quot;file:/absolute/path&quot; oder &quot;keyring:NAME&quot; benannt.</translation>
    </message>
    <message>
        <source>The path of a key is absolute, and {0} isn&apos;t.</source>
        <translation>Der Pfad eines Schlüssels ist absolut; {0} ist es nicht.</translation>
    </message>
    <message>
        <source>{0} doesn&apos;t hold a key: one word of plain characters.</source>
        <translation>{0} enthält keinen Schlüssel: ein Wort aus einfachen Zeichen.</translation>
    </message>
    <message>
        <source>There is no keyring here; put the key into a file and name that (file:/absolute/path).</source>
        <translation>Hier gibt es keinen Schlüsselbund; legen Sie den Schlüssel in eine Datei und nennen Sie diese (file:/absolute/path).</translation>
    </message>
    <message>
        <source>The keyring holds no key for the service {0} and the name {1}: one word of plain characters.</source>
        <translation>Der Schlüsselbund enthält für den Dienst {0} und den Namen {1} keinen Schlüssel: ein Wort aus einfachen Zeichen.</translation>
    </message>
    <message>
        <source>The system&apos;s keyring has not given the key of {0} yet; is it locked?</source>
        <translation>Der Schlüsselbund des Systems hat den Schlüssel von {0} noch nicht herausgegeben; ist er gesperrt?</translation>
    </message>
    <message>
        <source>{0} can&apos;t be read: {w1}.</source>
        <translation>{0} ist nicht lesbar: {w1}.</translation>
    </message>
    <message>
        <source>{0} isn&apos;t a small file.</source>
        <translation>{0} ist keine kleine Datei.</translation>
    </message>
    <message>
        <source>{0} may be read by others; its mode must be 0600, and its owner you.</source>
        <translation>Andere dürfen {0} lesen; nötig sind der Modus 0600 und Sie als Eigentümer.</translation>
    </message>
    <message>
        <source>The embedded backend has one model, {0}.</source>
        <translation>Das eingebaute Backend hat ein Modell, {0}.</translation>
    </message>
    <message>
        <source>The embedded model has been shut down.</source>
        <translation>Das eingebaute Modell wurde beendet.</translation>
    </message>
    <message>
        <source>The embedded model isn&apos;t installed; “placet model install” fetches it.</source>
        <translation>Das eingebaute Modell ist noch nicht installiert; „placet model install“ lädt es.</translation>
    </message>
    <message>
        <source>The embedded model can&apos;t be offered a tool whose schema has references.</source>
        <translation>Dem eingebauten Modell kann kein Werkzeug angeboten werden, dessen Schema Verweise hat.</translation>
    </message>
    <message>
        <source>The embedded model wasn&apos;t ready within {0} s.</source>
        <translation>Das eingebaute Modell war nach {0} s noch nicht bereit.</translation>
    </message>
    <message>
        <source>The embedded model can&apos;t be started: {w0}.</source>
        <translation>Das eingebaute Modell lässt sich nicht starten: {w0}.</translation>
    </message>
    <message>
        <source>The embedded model&apos;s process ended before it said a word.</source>
        <translation>Der Prozess des eingebauten Modells endete vor dem ersten Wort.</translation>
    </message>
    <message>
        <source>The embedded model couldn&apos;t be loaded: {0}</source>
        <translation>Das eingebaute Modell ließ sich nicht laden: {0}</translation>
    </message>
    <message>
        <source>The embedded model&apos;s reply is neither an answer nor a call.</source>
        <translation>Die Antwort des eingebauten Modells ist weder eine Auskunft noch ein Aufruf.</translation>
    </message>
    <message>
        <source>The embedded model&apos;s reply isn&apos;t the JSON that was asked for.</source>
        <translation>Die Antwort des eingebauten Modells ist nicht das verlangte JSON.</translation>
    </message>
    <message>
        <source>A base URL starts with http:// or https:// and names a host.</source>
        <translation>Eine Basis-URL beginnt mit http:// oder https:// und nennt einen Host.</translation>
    </message>
    <message>
        <source>A base URL has no name, password, query or fragment.</source>
        <translation>Eine Basis-URL hat keinen Namen, kein Passwort, keine Abfrage und kein Fragment.</translation>
    </message>
    <message>
        <source>The base URL can&apos;t be read: {0}</source>
        <translation>Die Basis-URL ist nicht lesbar: {0}</translation>
    </message>
    <message>
        <source>Several backends offer this model; name one: {0}.</source>
        <translation>Mehrere Backends bieten dieses Modell an; nennen Sie eines: {0}.</translation>
    </message>
    <message>
        <source>The backend {0} offers no model.</source>
        <translation>Das Backend {0} bietet kein Modell an.</translation>
    </message>
    <message>
        <source>The turn must begin with a tool call, but the agent is offered no tool.</source>
        <translation>Der Durchgang muss mit einem Werkzeugaufruf beginnen, dem Agenten wird aber kein Werkzeug angeboten.</translation>
    </message>
    <message>
        <source>The model gave a final answer, although the turn must begin with a tool call.</source>
        <translation>Das Modell gab eine abschließende Antwort, obwohl der Durchgang mit einem Werkzeugaufruf beginnen muss.</translation>
    </message>
    <message>
        <source>The turn reached its limit of {0} steps.</source>
        <translation>Der Durchgang hat seine Grenze von {0} Schritten erreicht.</translation>
    </message>
    <message>
        <source>The program of the server can&apos;t be started: {w0}.</source>
        <translation>Das Programm des Servers lässt sich nicht starten: {w0}.</translation>
    </message>
    <message>
        <source>The server {0} lists its tools without an end.</source>
        <translation>Der Server {0} listet seine Werkzeuge ohne Ende auf.</translation>
    </message>
    <message>
        <source>The server {0} lists no tools.</source>
        <translation>Der Server {0} listet keine Werkzeuge auf.</translation>
    </message>
    <message>
        <source>The server {0} has ended.</source>
        <translation>Der Server {0} ist beendet.</translation>
    </message>
    <message>
        <source>The server {0} was ended.</source>
        <translation>Der Server {0} wurde beendet.</translation>
    </message>
    <message>
        <source>The server {0} was not started.</source>
        <translation>Der Server {0} wurde nicht gestartet.</translation>
    </message>
    <message>
        <source>The server {0} didn&apos;t answer within {1} seconds of its start.</source>
        <translation>Der Server {0} hat innerhalb von {1} Sekunden nach seinem Start nicht geantwortet.</translation>
    </message>
    <message>
        <source>The server {0} refused to begin: {1}</source>
        <translation>Der Server {0} wollte nicht beginnen: {1}</translation>
    </message>
    <message>
        <source>The server {0} answered something that nobody asked.</source>
        <translation>Der Server {0} hat etwas geantwortet, das niemand gefragt hat.</translation>
    </message>
    <message>
        <source>The server {0} answered what can&apos;t be read: {1}</source>
        <translation>Der Server {0} hat etwas geantwortet, das nicht lesbar ist: {1}</translation>
    </message>
    <message>
        <source>The server {0} can&apos;t be heard any more: {w1}.</source>
        <translation>Vom Server {0} ist nichts mehr zu hören: {w1}.</translation>
    </message>
    <message>
        <source>It speaks no version that Placet knows.</source>
        <translation>Er spricht keine Version, die Placet kennt.</translation>
    </message>
    <message>
        <source>The agent is stopped, and its servers with it; start it first.</source>
        <translation>Der Agent ist angehalten und seine Server mit ihm; starten Sie ihn zuerst.</translation>
    </message>
    <message>
        <source>The server refused: {0}</source>
        <translation>Der Server hat abgelehnt: {0}</translation>
    </message>
    <message>
        <source>No MCP server of this agent offers such a tool.</source>
        <translation>Kein MCP-Server dieses Agenten bietet so ein Werkzeug an.</translation>
    </message>
    <message>
        <source>Its server describes this tool differently than when it was pinned; the owner is asked about that.</source>
        <translation>Der Server beschreibt dieses Werkzeug anders als beim Festschreiben; der Eigentümer wird danach gefragt.</translation>
    </message>
    <message>
        <source>idle CPU of placet serve</source>
        <translation>CPU-Last von placet serve im Leerlauf</translation>
    </message>
    <message>
        <source>idle wake-ups of placet serve</source>
        <translation>Aufwachen von placet serve im Leerlauf</translation>
    </message>
    <message>
        <source>durable creation, {w0} callers</source>
        <translation>dauerhaftes Anlegen, {w0} Aufrufer</translation>
    </message>
    <message>
        <source>durable creation, {w0} callers, to bare rows</source>
        <translation>dauerhaftes Anlegen, {w0} Aufrufer, gegen bloße Zeilen</translation>
    </message>
    <message>
        <source>whole life with facts, {w0} callers</source>
        <translation>ganzes Leben mit Ereignissen, {w0} Aufrufer</translation>
    </message>
    <message>
        <source>whole life with facts, {w0} callers, to bare rows</source>
        <translation>ganzes Leben mit Ereignissen, {w0} Aufrufer, gegen bloße Zeilen</translation>
    </message>
    <message>
        <source>one caller, p50 of a commit</source>
        <translation>ein Aufrufer, p50 eines Commits</translation>
    </message>
    <message>
        <source>one caller, to a bare writer thread</source>
        <translation>ein Aufrufer, gegen einen bloßen Schreib-Thread</translation>
    </message>
    <message>
        <source>flushes for each transition, {w0} callers</source>
        <translation>Flushes je Übergang, {w0} Aufrufer</translation>
    </message>
    <message>
        <source>gate that needs no person, over HTTP at {w0} req/s, p50</source>
        <translation>Prüfung ohne Person, über HTTP bei {w0} Anfragen/s, p50</translation>
    </message>
    <message>
        <source>gate that needs no person, over HTTP at {w0} req/s, p99</source>
        <translation>Prüfung ohne Person, über HTTP bei {w0} Anfragen/s, p99</translation>
    </message>
    <message>
        <source>decision to agent unblocked, p99</source>
        <translation>von der Entscheidung bis der Agent weiterläuft, p99</translation>
    </message>
    <message>
        <source>HTTP at saturation, {w0} connections, p99</source>
        <translation>HTTP unter Volllast, {w0} Verbindungen, p99</translation>
    </message>
    <message>
        <source>newest page, {w0} rows</source>
        <translation>neueste Seite, {w0} Zeilen</translation>
    </message>
    <message>
        <source>page in the middle, {w0} rows</source>
        <translation>Seite in der Mitte, {w0} Zeilen</translation>
    </message>
    <message>
        <source>status filter, {w0} rows</source>
        <translation>Statusfilter, {w0} Zeilen</translation>
    </message>
    <message>
        <source>all counts, {w0} rows</source>
        <translation>alle Anzahlen, {w0} Zeilen</translation>
    </message>
    <message>
        <source>search newest 100, a frequent word, {w0} rows</source>
        <translation>Suche, neueste 100, häufiges Wort, {w0} Zeilen</translation>
    </message>
    <message>
        <source>search newest 100, a rare word, {w0} rows</source>
        <translation>Suche, neueste 100, seltenes Wort, {w0} Zeilen</translation>
    </message>
    <message>
        <source>warm lambda call, p50</source>
        <translation>warmer Lambda-Aufruf, p50</translation>
    </message>
    <message>
        <source>warm lambda call that calls once, p50</source>
        <translation>warmer Lambda-Aufruf, der einmal aufruft, p50</translation>
    </message>
    <message>
        <source>first lambda call, p50</source>
        <translation>erster Lambda-Aufruf, p50</translation>
    </message>
    <message>
        <source>generation stream, p99</source>
        <translation>Strom einer Generierung, p99</translation>
    </message>
    <message>
        <source>{w0} streams at {w1} tokens/s, p99</source>
        <translation>{w0} Ströme mit {w1} Tokens/s, p99</translation>
    </message>
    <message>
        <source>{w0} streams at {w1} tokens/s, share of a core</source>
        <translation>{w0} Ströme mit {w1} Tokens/s, Anteil eines Kerns</translation>
    </message>
    <message>
        <source>a long response read again</source>
        <translation>eine lange Antwort, erneut gelesen</translation>
    </message>
    <message>
        <source>a workflow&apos;s verdict</source>
        <translation>das Urteil über einen Workflow</translation>
    </message>
    <message>
        <source>folding a workflow&apos;s operations</source>
        <translation>Zusammenfassen der Wirkungen eines Workflows</translation>
    </message>
    <message>
        <source>the page of a long workflow</source>
        <translation>die Seite eines langen Workflows</translation>
    </message>
    <message>
        <source>backup</source>
        <translation>Sicherung</translation>
    </message>
    <message>
        <source>restore where nothing is</source>
        <translation>Wiederherstellung, wo noch nichts ist</translation>
    </message>
    <message>
        <source>% of a core</source>
        <translation>% eines Kerns</translation>
    </message>
    <message>
        <source>tasks/s</source>
        <translation>Aufgaben/s</translation>
    </message>
    <message>
        <source>lives/s</source>
        <translation>Leben/s</translation>
    </message>
    <message>
        <source>cores</source>
        <translation>Kerne</translation>
    </message>
    <message>
        <source>flushes</source>
        <translation>Flushes</translation>
    </message>
</context>
<context>
    <name>floods</name>
    <message>
        <source>{0} asks a lot</source>
        <translation>{0} fragt sehr oft</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln wartet</numerusform>
            <numerusform>%Ln warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more tools</source>
        <translation>
            <numerusform>%Ln weiteres Werkzeug</numerusform>
            <numerusform>%Ln weitere Werkzeuge</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>generation_detail</name>
    <message>
        <source>attempt {0}</source>
        <translation>Versuch {0}</translation>
    </message>
    <message>
        <source>{0} tokens in, {1} out</source>
        <translation>{0} Tokens Eingabe, {1} Ausgabe</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation>Gefragt von</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>If Placet restarts</source>
        <translation>Bei Neustart</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>Verbrauch</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Part of</source>
        <translation>Teil von</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
</context>
<context>
    <name>generations</name>
    <message>
        <source>Events: {0}</source>
        <translation>Ereignisse: {0}</translation>
    </message>
    <message>
        <source>{0} for {1}: {2}</source>
        <translation>{0} für {1}: {2}</translation>
    </message>
</context>
<context>
    <name>grant_choices</name>
    <message>
        <source>Exactly this</source>
        <translation>Genau dies</translation>
    </message>
    <message>
        <source>In this folder</source>
        <translation>In diesem Ordner</translation>
    </message>
    <message>
        <source>At this host</source>
        <translation>Auf diesem Host</translation>
    </message>
    <message>
        <source>Like this pattern</source>
        <translation>Nach diesem Muster</translation>
    </message>
    <message>
        <source>Anything</source>
        <translation>Beliebig</translation>
    </message>
    <message>
        <source>Once</source>
        <translation>Einmal</translation>
    </message>
    <message>
        <source>10 times</source>
        <translation>10-mal</translation>
    </message>
    <message>
        <source>100 times</source>
        <translation>100-mal</translation>
    </message>
    <message>
        <source>As often as asked</source>
        <translation>So oft wie gefragt</translation>
    </message>
    <message>
        <source>For one hour</source>
        <translation>Für eine Stunde</translation>
    </message>
    <message>
        <source>For one day</source>
        <translation>Für einen Tag</translation>
    </message>
    <message>
        <source>For a week</source>
        <translation>Für eine Woche</translation>
    </message>
    <message>
        <source>For 30 days</source>
        <translation>Für 30 Tage</translation>
    </message>
    <message>
        <source>Until you revoke it</source>
        <translation>Bis Sie widerrufen</translation>
    </message>
</context>
<context>
    <name>grant_maker</name>
    <message>
        <source>There are no earlier calls to try it on.</source>
        <translation>Es gibt keine früheren Aufrufe, an denen es sich erproben ließe.</translation>
    </message>
    <message numerus="yes">
        <source>Tried on the last %Ln calls: {0} would have passed</source>
        <translation>
            <numerusform>Am einzigen bisherigen Aufruf erprobt: {0} durchgelassen</numerusform>
            <numerusform>An den letzten %Ln Aufrufen erprobt: {0} durchgelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1} of them against your no.</source>
        <translation>{0}, davon {1} gegen Ihre Ablehnung.</translation>
    </message>
    <message>
        <source>{0}, none against your no.</source>
        <translation>{0}, keiner gegen Ihre Ablehnung.</translation>
    </message>
</context>
<context>
    <name>grant_words</name>
    <message>
        <source>{0} is exactly {1}</source>
        <translation>{0} genau {1} ist</translation>
    </message>
    <message>
        <source>{0} is like {1} (* within one step, ** across steps)</source>
        <translation>{0} zu {1} passt (* innerhalb einer Stufe, ** über Stufen hinweg)</translation>
    </message>
    <message>
        <source>{0} is like {1} (* for anything but a step up by ..)</source>
        <translation>{0} zu {1} passt (* für alles außer einer Stufe hinauf mit ..)</translation>
    </message>
    <message>
        <source>{0} is like {1} (* for anything)</source>
        <translation>{0} zu {1} passt (* für alles)</translation>
    </message>
    <message>
        <source>{0} lies in {1}</source>
        <translation>{0} in {1} liegt</translation>
    </message>
    <message>
        <source>{0} is at {1}</source>
        <translation>{0} auf {1} liegt</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} und {1}</translation>
    </message>
    <message>
        <source>{0} may call {1} without asking when {2}, whatever {3} may be.</source>
        <translation>{0} darf {1} ohne Rückfrage aufrufen, wenn {2}, mit beliebigem {3}.</translation>
    </message>
    <message>
        <source>{0} may call {1} without asking when {2}.</source>
        <translation>{0} darf {1} ohne Rückfrage aufrufen, wenn {2}.</translation>
    </message>
    <message>
        <source>{0} may call {1} without asking, whatever {3} may be.</source>
        <translation>{0} darf {1} ohne Rückfrage aufrufen, mit beliebigem {3}.</translation>
    </message>
    <message>
        <source>{0} may call {1} without asking.</source>
        <translation>{0} darf {1} ohne Rückfrage aufrufen.</translation>
    </message>
    <message>
        <source>{0} or {1}</source>
        <translation>{0} oder {1}</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>„{0}“</translation>
    </message>
</context>
<context>
    <name>grants</name>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>no end</source>
        <translation>unbefristet</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>What may pass</source>
        <translation>Was durchgeht</translation>
    </message>
    <message>
        <source>Uses left</source>
        <translation>Übrig</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Let pass</source>
        <translation>Genutzt</translation>
    </message>
    <message>
        <source>made {0}</source>
        <translation>erstellt am {0}</translation>
    </message>
    <message numerus="yes">
        <source>let %Ln calls pass</source>
        <translation>
            <numerusform>%Ln Aufruf durchgelassen</numerusform>
            <numerusform>%Ln Aufrufe durchgelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>no limit of uses</source>
        <translation>beliebig oft nutzbar</translation>
    </message>
    <message numerus="yes">
        <source>%Ln uses left</source>
        <translation>
            <numerusform>noch %Ln-mal nutzbar</numerusform>
            <numerusform>noch %Ln-mal nutzbar</numerusform>
        </translation>
    </message>
    <message>
        <source>until {0}</source>
        <translation>bis {0}</translation>
    </message>
    <message>
        <source>revoked {0}</source>
        <translation>widerrufen {0}</translation>
    </message>
</context>
<context>
    <name>guides</name>
    <message>
        <source>A report in a file</source>
        <translation>Ein Bericht in einer Datei</translation>
    </message>
    <message>
        <source>An answer to a mail, saved as a draft</source>
        <translation>Antwort auf eine E-Mail, als Entwurf</translation>
    </message>
    <message>
        <source>Today&apos;s mail and appointments in a file</source>
        <translation>E-Mails und Termine von heute in einer Datei</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Thema</translation>
    </message>
    <message>
        <source>Mail account</source>
        <translation>E-Mail-Konto</translation>
    </message>
    <message>
        <source>Calendar</source>
        <translation>Kalender</translation>
    </message>
    <message>
        <source>Which mail</source>
        <translation>Welche E-Mail</translation>
    </message>
    <message>
        <source>A path in the agent&apos;s folder</source>
        <translation>Ein Pfad im Ordner des Agenten</translation>
    </message>
    <message>
        <source>What the report is about; may stay empty</source>
        <translation>Worum es im Bericht geht; darf leer bleiben</translation>
    </message>
    <message>
        <source>Its words or Message-ID; empty: the newest</source>
        <translation>Wörter daraus oder Message-ID; leer: die neueste</translation>
    </message>
    <message>
        <source>Empty: named after the day</source>
        <translation>Leer: nach dem Tag benannt</translation>
    </message>
    <message>
        <source>The inbox was searched.</source>
        <translation>Der Posteingang wurde durchsucht.</translation>
    </message>
    <message>
        <source>A mail was read.</source>
        <translation>Eine E-Mail wurde gelesen.</translation>
    </message>
    <message>
        <source>One draft lies in the mailbox, with these recipients and this text.</source>
        <translation>Ein Entwurf liegt im Postfach, mit diesen Empfängern und diesem Text.</translation>
    </message>
    <message>
        <source>The calendar was looked at.</source>
        <translation>Im Kalender wurde nachgesehen.</translation>
    </message>
    <message>
        <source>The file is on the disk, with these bytes.</source>
        <translation>Die Datei liegt auf der Platte, mit genau diesen Bytes.</translation>
    </message>
    <message>
        <source>A mail was read, unless the inbox shows that none came.</source>
        <translation>Eine E-Mail wurde gelesen, es sei denn, der Posteingang zeigt, dass keine kam.</translation>
    </message>
    <message>
        <source>searches of the inbox: {0}</source>
        <translation>Suchen im Posteingang: {0}</translation>
    </message>
    <message>
        <source>mails read: {0}</source>
        <translation>gelesene E-Mails: {0}</translation>
    </message>
    <message>
        <source>drafts saved: {0}</source>
        <translation>gespeicherte Entwürfe: {0}</translation>
    </message>
    <message>
        <source>looks at the calendar: {0}</source>
        <translation>Kalenderabfragen: {0}</translation>
    </message>
    <message>
        <source>files written: {0}</source>
        <translation>geschriebene Dateien: {0}</translation>
    </message>
    <message>
        <source>There is no mail account yet. Add one under Accounts.</source>
        <translation>Es gibt noch kein E-Mail-Konto. Legen Sie unter Konten eines an.</translation>
    </message>
    <message>
        <source>There is no calendar account yet. Add one under Accounts.</source>
        <translation>Es gibt noch kein Kalender-Konto. Legen Sie unter Konten eines an.</translation>
    </message>
    <message>
        <source>What has to be proven</source>
        <translation>Was nachgewiesen werden muss</translation>
    </message>
    <message>
        <source>What it may do for one goal, at most</source>
        <translation>Was er für ein Ziel höchstens tun darf</translation>
    </message>
    <message>
        <source>{0} (no leave for this)</source>
        <translation>{0} (keine Erlaubnis dafür)</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keines</translation>
    </message>
    <message>
        <source>The agent {0} may not use {1}. Change that on the Agents page.</source>
        <translation>Der Agent {0} darf {1} nicht verwenden. Ändern Sie das auf der Seite „Agenten“.</translation>
    </message>
    <message>
        <source>{0}: no account has leave for this, or its leave has run out.</source>
        <translation>{0}: Kein Konto hat die Erlaubnis dafür, oder sie ist abgelaufen.</translation>
    </message>
    <message>
        <source>It sends nothing, and reaches nothing else.</source>
        <translation>Er sendet nichts und erreicht nichts anderes.</translation>
    </message>
</context>
<context>
    <name>inbox_frame</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln wartet</numerusform>
            <numerusform>%Ln warten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>moments</name>
    <message>
        <source>MM-dd HH:mm</source>
        <translation>dd.MM. HH:mm</translation>
    </message>
    <message>
        <source>yyyy-MM-dd</source>
        <translation>dd.MM.yyyy</translation>
    </message>
    <message>
        <source>yyyy-MM-dd HH:mm:ss.zzz</source>
        <translation>dd.MM.yyyy HH:mm:ss,zzz</translation>
    </message>
    <message>
        <source>{0} d</source>
        <translation>{0} Tg</translation>
    </message>
</context>
<context>
    <name>plots</name>
    <message>
        <source>d MMM</source>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>ddd d MMM</source>
        <translation>ddd d. MMM</translation>
    </message>
</context>
<context>
    <name>proofs</name>
    <message numerus="yes">
        <source>%Ln proofs</source>
        <translation>
            <numerusform>%Ln Nachweis</numerusform>
            <numerusform>%Ln Nachweise</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runs</name>
    <message>
        <source>Started by</source>
        <translation>Gestartet von</translation>
    </message>
    <message>
        <source>Authority</source>
        <translation>Befugnis</translation>
    </message>
    <message>
        <source>Its bytes (SHA-256)</source>
        <translation>Prüfsumme (SHA-256)</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>on</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
</context>
<context>
    <name>statistics</name>
    <message>
        <source>{0} of {1} · {2}</source>
        <translation>{0} von {1} · {2}</translation>
    </message>
    <message>
        <source>Within the budget</source>
        <translation>Im Budget</translation>
    </message>
    <message>
        <source>Over the budget</source>
        <translation>Über dem Budget</translation>
    </message>
    <message>
        <source>What was measured</source>
        <translation>Was gemessen wurde</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>Untergrenze</translation>
    </message>
    <message>
        <source>To the floor</source>
        <translation>Zur Untergrenze</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Met</source>
        <translation>Eingehalten</translation>
    </message>
    <message>
        <source>{0}: {1} here, budget {2}: {3}</source>
        <translation>{0}: {1} hier, Budget {2}: {3}</translation>
    </message>
    <message>
        <source>met</source>
        <translation>eingehalten</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>verfehlt</translation>
    </message>
    <message>
        <source>Decisions per hour</source>
        <translation>Entscheidungen pro Stunde</translation>
    </message>
    <message>
        <source>Decisions per day</source>
        <translation>Entscheidungen pro Tag</translation>
    </message>
    <message>
        <source>Decisions per week</source>
        <translation>Entscheidungen pro Woche</translation>
    </message>
    <message>
        <source>Decisions per month</source>
        <translation>Entscheidungen pro Monat</translation>
    </message>
    <message>
        <source>Under 1 second</source>
        <translation>Unter 1 Sekunde</translation>
    </message>
    <message>
        <source>1 to 2 seconds</source>
        <translation>1 bis 2 Sekunden</translation>
    </message>
    <message>
        <source>2 to 5 seconds</source>
        <translation>2 bis 5 Sekunden</translation>
    </message>
    <message>
        <source>5 to 15 seconds</source>
        <translation>5 bis 15 Sekunden</translation>
    </message>
    <message>
        <source>15 to 60 seconds</source>
        <translation>15 bis 60 Sekunden</translation>
    </message>
    <message>
        <source>1 to 5 minutes</source>
        <translation>1 bis 5 Minuten</translation>
    </message>
    <message>
        <source>Over 5 minutes</source>
        <translation>Über 5 Minuten</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <source>Nothing was folded away</source>
        <translation>Nichts war zugeklappt</translation>
    </message>
    <message>
        <source>All of it was unfolded</source>
        <translation>Alles wurde aufgeklappt</translation>
    </message>
    <message>
        <source>Some of it was unfolded</source>
        <translation>Ein Teil wurde aufgeklappt</translation>
    </message>
    <message>
        <source>None of it was unfolded</source>
        <translation>Nichts wurde aufgeklappt</translation>
    </message>
    <message>
        <source>You, in this window</source>
        <translation>Sie, in diesem Fenster</translation>
    </message>
    <message>
        <source>You, in a terminal</source>
        <translation>Sie, in einem Terminal</translation>
    </message>
    <message>
        <source>You, over HTTP</source>
        <translation>Sie, über HTTP</translation>
    </message>
    <message>
        <source>A standing answer</source>
        <translation>Eine Dauerfreigabe</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>By you</source>
        <translation>Durch Sie</translation>
    </message>
    <message>
        <source>By rule or code</source>
        <translation>Durch Regel oder Code</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>{0}: {1} by you, {2} by rule or code</source>
        <translation>{0}: {1} durch Sie, {2} durch Regel oder Code</translation>
    </message>
    <message>
        <source>the week of {0}</source>
        <translation>die Woche ab {0}</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>In view for</source>
        <translation>Im Blick</translation>
    </message>
    <message>
        <source>{0}: {1} approved, {2} denied</source>
        <translation>{0}: {1} freigegeben, {2} abgelehnt</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>What was folded away</source>
        <translation>Was zugeklappt war</translation>
    </message>
    <message>
        <source>{0}: {1} of {2}, {3}</source>
        <translation>{0}: {1} von {2}, {3}</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>Entschieden</translation>
    </message>
    <message>
        <source>Under one second</source>
        <translation>Unter einer Sekunde</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>Langsamer</translation>
    </message>
    <message>
        <source>Agent and tool</source>
        <translation>Agent und Werkzeug</translation>
    </message>
    <message>
        <source>Nothing unfolded</source>
        <translation>Nichts aufgeklappt</translation>
    </message>
    <message>
        <source>Something unfolded</source>
        <translation>Etwas aufgeklappt</translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation>Letzte 24 Stunden</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alles</translation>
    </message>
</context>
<context>
    <name>system</name>
    <message>
        <source>Address already in use</source>
        <translation>Adresse schon belegt</translation>
    </message>
    <message>
        <source>Address not available</source>
        <translation>Adresse nicht verfügbar</translation>
    </message>
    <message>
        <source>Can&apos;t assign requested address</source>
        <translation>Adresse nicht verfügbar</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>kein Speicher mehr frei</translation>
    </message>
    <message>
        <source>Cannot assign requested address</source>
        <translation>Adresse nicht verfügbar</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>Verbindung abgelehnt</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>Verbindung von der Gegenseite abgebrochen</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>Gerät oder Datei ist in Gebrauch</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>Ordner nicht leer</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>das Kontingent an Speicherplatz ist aufgebraucht</translation>
    </message>
    <message>
        <source>Exec format error</source>
        <translation>kein Programm für diesen Rechner</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>die Datei gibt es schon</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>der Dateiname ist zu lang</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>die Datei ist zu groß</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Fehler beim Lesen oder Schreiben</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>diese Datei oder diesen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>kein Platz mehr auf dem Datenträger</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>es ist kein Ordner</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Zugriff verweigert</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>auf dem Datenträger darf nur gelesen werden</translation>
    </message>
    <message>
        <source>Resource busy</source>
        <translation>es ist in Gebrauch</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>die Datei auf dem Server gibt es nicht mehr</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>das Programm läuft gerade</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>zu viele symbolische Links hintereinander</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele offene Dateien</translation>
    </message>
</context>
<context>
    <name>tables</name>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Durch</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Authority</source>
        <translation>Befugnis</translation>
    </message>
    <message>
        <source>Started by</source>
        <translation>Gestartet von</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation>Gefragt von</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Nachweis</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Goals</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>{0}: none</source>
        <translation>{0}: keine</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>You approved</source>
        <translation>Von Ihnen freigegeben</translation>
    </message>
    <message>
        <source>You denied</source>
        <translation>Von Ihnen abgelehnt</translation>
    </message>
    <message>
        <source>Median time</source>
        <translation>Median der Zeit</translation>
    </message>
    <message>
        <source>Under 1 second</source>
        <translation>Unter 1 Sekunde</translation>
    </message>
    <message>
        <source>Never unfolded</source>
        <translation>Nie aufgeklappt</translation>
    </message>
</context>
<context>
    <name>targets</name>
    <message>
        <source>The agent itself</source>
        <translation>Der Agent selbst</translation>
    </message>
    <message>
        <source>No tool can be called this, so it is skipped: {0}</source>
        <translation>So kann kein Werkzeug heißen, darum wird es übergangen: {0}</translation>
    </message>
    <message>
        <source>Pausing withdraws what waits; what happens meanwhile isn&apos;t told later.</source>
        <translation>Pausieren zieht zurück, was wartet; was inzwischen geschieht, wird später nicht gemeldet.</translation>
    </message>
    <message>
        <source>{0} waiting, {1} at work</source>
        <translation>{0} wartend, {1} in Arbeit</translation>
    </message>
    <message>
        <source>next at {0}</source>
        <translation>nächstes Mal {0}</translation>
    </message>
    <message>
        <source>says: {0}</source>
        <translation>sagt: {0}</translation>
    </message>
    <message>
        <source>tools {0}</source>
        <translation>Werkzeuge {0}</translation>
    </message>
    <message>
        <source>all tools</source>
        <translation>alle Werkzeuge</translation>
    </message>
    <message>
        <source>only those that ended as {0}</source>
        <translation>nur solche mit dem Ende {0}</translation>
    </message>
    <message>
        <source>or as soon as there are {0}</source>
        <translation>oder sobald es {0} sind</translation>
    </message>
    <message>
        <source>goes out at {0}</source>
        <translation>geht hinaus {0}</translation>
    </message>
    <message>
        <source>Placet&apos;s own default: only calls that nobody waits for</source>
        <translation>Voreinstellung von Placet: nur Aufrufe, auf die niemand wartet</translation>
    </message>
    <message>
        <source>It was never told anything yet.</source>
        <translation>Wurde noch nie benachrichtigt.</translation>
    </message>
    <message>
        <source>last at {0}</source>
        <translation>zuletzt {0}</translation>
    </message>
    <message>
        <source>a test, {0}</source>
        <translation>ein Test, {0}</translation>
    </message>
    <message>
        <source>took {0}</source>
        <translation>Dauer {0}</translation>
    </message>
</context>
<context>
    <name>task_detail</name>
    <message>
        <source>Reason given: {0}</source>
        <translation>Begründung: {0}</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation>Gefragt von</translation>
    </message>
    <message>
        <source>The agent says</source>
        <translation>Der Agent sagt</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Authorization</source>
        <translation>Freigabepflicht</translation>
    </message>
    <message>
        <source>Not needed</source>
        <translation>Nicht nötig</translation>
    </message>
    <message>
        <source>Run by</source>
        <translation>Ausgeführt durch</translation>
    </message>
    <message>
        <source>the asker&apos;s own call</source>
        <translation>den Fragenden selbst</translation>
    </message>
    <message>
        <source>the engine</source>
        <translation>die Engine</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>Prüfsumme</translation>
    </message>
    <message>
        <source>Digest for other programs (RFC 8785)</source>
        <translation>Prüfsumme für andere Programme (RFC 8785)</translation>
    </message>
    <message>
        <source>Digest of the edited arguments</source>
        <translation>Prüfsumme der bearbeiteten Argumente</translation>
    </message>
    <message>
        <source>Repeat of</source>
        <translation>Wiederholung von</translation>
    </message>
    <message>
        <source>Part of</source>
        <translation>Teil von</translation>
    </message>
    <message>
        <source>Approval</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Held because</source>
        <translation>Zurückgehalten, weil</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>Entschieden von</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>Entschieden</translation>
    </message>
    <message>
        <source>Shown to the decider</source>
        <translation>Dem Entscheider gezeigt</translation>
    </message>
    <message>
        <source>not reported</source>
        <translation>nicht gemeldet</translation>
    </message>
    <message>
        <source>Reason given</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>Frist</translation>
    </message>
</context>
<context>
    <name>tasks</name>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Needs</source>
        <translation>Braucht</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>{0} by {1}: {2}</source>
        <translation>{0} von {1}: {2}</translation>
    </message>
</context>
<context>
    <name>texts</name>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>AUTH</source>
        <translation>AUTH</translation>
    </message>
    <message>
        <source>Only the owner, or code that the owner authorized, may decide this.</source>
        <translation>Das darf nur der Eigentümer entscheiden oder Code, den er autorisiert hat.</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Awaiting approval</source>
        <translation>Wartet auf Freigabe</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>Abgeschlossen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>Eingereiht</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Lädt</translation>
    </message>
    <message>
        <source>Cancelling</source>
        <translation>Wird abgebrochen</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>Gelungen</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>Verifiziert</translation>
    </message>
    <message>
        <source>Outcome not checked</source>
        <translation>Ergebnis nicht geprüft</translation>
    </message>
    <message>
        <source>Can&apos;t be checked</source>
        <translation>Nicht prüfbar</translation>
    </message>
    <message>
        <source>Not proven</source>
        <translation>Nicht nachgewiesen</translation>
    </message>
    <message>
        <source>Uncertain</source>
        <translation>Ungewiss</translation>
    </message>
    <message>
        <source>At work</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>Proven</source>
        <translation>Nachgewiesen</translation>
    </message>
    <message>
        <source>Not done</source>
        <translation>Nicht ausgeführt</translation>
    </message>
    <message>
        <source>Done, not provable</source>
        <translation>Nicht nachweisbar</translation>
    </message>
    <message>
        <source>Want</source>
        <translation>Wollen</translation>
    </message>
    <message>
        <source>Think</source>
        <translation>Denken</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Do</source>
        <translation>Tun</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>Journal</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Rights</source>
        <translation>Rechte</translation>
    </message>
    <message>
        <source>Not gated</source>
        <translation>Nicht abgesichert</translation>
    </message>
    <message>
        <source>Not all is asked</source>
        <translation>Nicht alles wird gefragt</translation>
    </message>
    <message>
        <source>Hooks skipped</source>
        <translation>Hooks übergangen</translation>
    </message>
    <message>
        <source>Not verified</source>
        <translation>Nicht verifiziert</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Model server</source>
        <translation>Modellserver</translation>
    </message>
    <message>
        <source>Tool disabled</source>
        <translation>Werkzeug gesperrt</translation>
    </message>
    <message>
        <source>the ledger</source>
        <translation>das Journal</translation>
    </message>
    <message>
        <source>who can reach it</source>
        <translation>wer darauf zugreifen kann</translation>
    </message>
    <message>
        <source>workflows and their effects</source>
        <translation>Workflows und ihre Wirkungen</translation>
    </message>
    <message>
        <source>what tools need of this machine</source>
        <translation>was Werkzeuge auf diesem Rechner brauchen</translation>
    </message>
    <message>
        <source>model servers</source>
        <translation>Modellserver</translation>
    </message>
    <message>
        <source>links to other programs</source>
        <translation>Anbindungen an andere Programme</translation>
    </message>
    <message>
        <source>This desktop doesn&apos;t say whether the screen is locked, so decisions in this window aren&apos;t held back while it is. Hide the values (Ctrl+Shift+H) or close the window before you leave the machine.</source>
        <translation>Dieser Desktop meldet nicht, ob der Bildschirm gesperrt ist; Entscheidungen in diesem Fenster werden darum währenddessen nicht zurückgehalten. Verbergen Sie die Werte (Strg+Umschalt+H) oder schließen Sie das Fenster, bevor Sie den Rechner verlassen.</translation>
    </message>
    <message>
        <source>It fails, and says so</source>
        <translation>Die Generierung schlägt fehl und meldet es</translation>
    </message>
    <message>
        <source>It is tried again</source>
        <translation>Sie wird erneut versucht</translation>
    </message>
    <message>
        <source>It goes on from its last snapshot</source>
        <translation>Sie wird ab dem letzten Zwischenstand fortgesetzt</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>geladen</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>lädt</translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>nicht geladen</translation>
    </message>
    <message>
        <source>Standing</source>
        <translation>Gültig</translation>
    </message>
    <message>
        <source>Used up</source>
        <translation>Aufgebraucht</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>Abgelaufen</translation>
    </message>
    <message>
        <source>Revoked</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>Frist verstrichen</translation>
    </message>
    <message>
        <source>Nobody waited any more</source>
        <translation>Niemand wartete mehr</translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <translation>Zurückgezogen</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>Letzte Stunde</translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation>Letzte 24 Stunden</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Keep for later</source>
        <translation>Für später zurückstellen</translation>
    </message>
    <message>
        <source>Tool calls</source>
        <translation>Werkzeugaufrufe</translation>
    </message>
    <message>
        <source>Low risk</source>
        <translation>Geringes Risiko</translation>
    </message>
    <message>
        <source>Medium risk</source>
        <translation>Mittleres Risiko</translation>
    </message>
    <message>
        <source>High risk</source>
        <translation>Hohes Risiko</translation>
    </message>
    <message>
        <source>changes nothing</source>
        <translation>ändert nichts</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>liest</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>schreibt</translation>
    </message>
    <message>
        <source>effect unknown</source>
        <translation>Wirkung unbekannt</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Denkt nach</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Another agent</source>
        <translation>Ein anderer Agent</translation>
    </message>
    <message>
        <source>Placet, to the agent</source>
        <translation>Placet, an den Agenten</translation>
    </message>
    <message>
        <source>A model server</source>
        <translation>Ein Modellserver</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
    <message>
        <source>LM Studio</source>
        <translation>LM Studio</translation>
    </message>
    <message>
        <source>llama.cpp</source>
        <translation>llama.cpp</translation>
    </message>
    <message>
        <source>vLLM</source>
        <translation>vLLM</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>Nicht gestartet</translation>
    </message>
    <message>
        <source>Claude Code</source>
        <translation>Claude Code</translation>
    </message>
    <message>
        <source>Codex</source>
        <translation>Codex</translation>
    </message>
    <message>
        <source>Any client of MCP servers</source>
        <translation>Jeder Client von MCP-Servern</translation>
    </message>
    <message>
        <source>May use</source>
        <translation>Erlaubt</translation>
    </message>
    <message>
        <source>Model sees it</source>
        <translation>Modell sieht es</translation>
    </message>
    <message>
        <source>Needs my yes</source>
        <translation>Mit Freigabe</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Off: every call of it is refused</source>
        <translation>Aus: Jeder Aufruf wird verweigert</translation>
    </message>
    <message>
        <source>Off: the model isn&apos;t told of it; who knows it may call it all the same</source>
        <translation>Aus: Das Modell erfährt nichts davon; wer es kennt, darf es trotzdem aufrufen</translation>
    </message>
    <message>
        <source>On: each call waits for your decision</source>
        <translation>Ein: Jeder Aufruf wartet auf Ihre Entscheidung</translation>
    </message>
    <message>
        <source>On: the agent can&apos;t ask to change anything about it</source>
        <translation>Ein: Der Agent kann keine Änderung daran erbitten</translation>
    </message>
    <message>
        <source>The owner: decides everything</source>
        <translation>Der Eigentümer: entscheidet alles</translation>
    </message>
    <message>
        <source>The agent</source>
        <translation>Der Agent</translation>
    </message>
    <message>
        <source>A client: no decisions, no agent</source>
        <translation>Ein Client: keine Entscheidungen, kein Agent</translation>
    </message>
    <message>
        <source>Whoever has it may do over HTTP what you may do in this window.</source>
        <translation>Wer es hat, darf über HTTP, was Sie in diesem Fenster dürfen.</translation>
    </message>
    <message>
        <source>Its program may ask in the agent&apos;s name, and can never decide.</source>
        <translation>Ein Programm mit diesem Token darf im Namen des Agenten anfragen, aber nie entscheiden.</translation>
    </message>
    <message>
        <source>Its program may have models write, and read what it had written.</source>
        <translation>Ein Programm mit diesem Token darf Modelle schreiben lassen und deren Texte lesen.</translation>
    </message>
    <message>
        <source>Mail (IMAP)</source>
        <translation>E-Mail (IMAP)</translation>
    </message>
    <message>
        <source>Calendar (CalDAV)</source>
        <translation>Kalender (CalDAV)</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Encryption</source>
        <translation>Verschlüsselung</translation>
    </message>
    <message>
        <source>As the port and the server say</source>
        <translation>Wie Port und Server es vorgeben</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>STARTTLS</source>
        <translation>STARTTLS</translation>
    </message>
    <message>
        <source>None (this machine only)</source>
        <translation>Keine (nur dieser Rechner)</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>Folder for drafts (optional)</source>
        <translation>Ordner für Entwürfe (optional)</translation>
    </message>
    <message>
        <source>Address of the calendar</source>
        <translation>Adresse des Kalenders</translation>
    </message>
    <message>
        <source>May look and save</source>
        <translation>Darf lesen und speichern</translation>
    </message>
    <message>
        <source>May only look</source>
        <translation>Darf nur lesen</translation>
    </message>
    <message>
        <source>May only save</source>
        <translation>Darf nur speichern</translation>
    </message>
    <message>
        <source>for good</source>
        <translation>auf Dauer</translation>
    </message>
    <message>
        <source>for a day</source>
        <translation>für einen Tag</translation>
    </message>
    <message>
        <source>for 30 days</source>
        <translation>für 30 Tage</translation>
    </message>
    <message>
        <source>for a year</source>
        <translation>für ein Jahr</translation>
    </message>
    <message>
        <source>A Telegram bot</source>
        <translation>Ein Telegram-Bot</translation>
    </message>
    <message>
        <source>A mail server</source>
        <translation>Ein Mailserver</translation>
    </message>
    <message>
        <source>A webhook</source>
        <translation>Ein Webhook</translation>
    </message>
    <message>
        <source>The bot&apos;s token</source>
        <translation>Token des Bots</translation>
    </message>
    <message>
        <source>Another Bot API (optional)</source>
        <translation>Andere Bot-API (optional)</translation>
    </message>
    <message>
        <source>Sender&apos;s address</source>
        <translation>Absenderadresse</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>A header, as Name: value</source>
        <translation>Kopfzeile, als Name: Wert</translation>
    </message>
    <message>
        <source>As the port asks for</source>
        <translation>Wie der Port es verlangt</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Chat, such as 123456789</source>
        <translation>Chat, etwa 123456789</translation>
    </message>
    <message>
        <source>ada@example.org</source>
        <translation>ada@example.org</translation>
    </message>
    <message>
        <source>any word</source>
        <translation>beliebiges Wort</translation>
    </message>
    <message>
        <source>secrets in the system&apos;s keyring</source>
        <translation>Geheimnisse im Schlüsselbund des Systems</translation>
    </message>
    <message>
        <source>secrets in a file of yours</source>
        <translation>Geheimnisse in einer Ihrer Dateien</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>Entschieden</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Authority</source>
        <translation>Befugnis</translation>
    </message>
    <message>
        <source>House</source>
        <translation>System</translation>
    </message>
    <message>
        <source>A decision was asked for</source>
        <translation>Eine Entscheidung wurde erbeten</translation>
    </message>
    <message>
        <source>A request was answered</source>
        <translation>Eine Anfrage wurde beantwortet</translation>
    </message>
    <message>
        <source>A call was made</source>
        <translation>Ein Aufruf wurde gestellt</translation>
    </message>
    <message>
        <source>A call</source>
        <translation>Ein Aufruf</translation>
    </message>
    <message>
        <source>A workflow was made</source>
        <translation>Ein Workflow wurde angelegt</translation>
    </message>
    <message>
        <source>A workflow</source>
        <translation>Ein Workflow</translation>
    </message>
    <message>
        <source>A workflow was archived</source>
        <translation>Ein Workflow wurde archiviert</translation>
    </message>
    <message>
        <source>An effect</source>
        <translation>Eine Wirkung</translation>
    </message>
    <message>
        <source>You looked at an effect</source>
        <translation>Sie haben eine Wirkung nachgesehen</translation>
    </message>
    <message>
        <source>A standing answer was given</source>
        <translation>Eine Dauerfreigabe wurde erteilt</translation>
    </message>
    <message>
        <source>A call passed by a standing answer</source>
        <translation>Ein Aufruf lief durch eine Dauerfreigabe</translation>
    </message>
    <message>
        <source>A standing answer was taken back</source>
        <translation>Eine Dauerfreigabe wurde widerrufen</translation>
    </message>
    <message>
        <source>A token was made</source>
        <translation>Ein Token wurde erstellt</translation>
    </message>
    <message>
        <source>A token was taken back</source>
        <translation>Ein Token wurde widerrufen</translation>
    </message>
    <message>
        <source>A token was kept</source>
        <translation>Ein Token wurde behalten</translation>
    </message>
    <message>
        <source>A file was authorized</source>
        <translation>Eine Datei wurde autorisiert</translation>
    </message>
    <message>
        <source>A file is authorized no more</source>
        <translation>Eine Datei ist nicht mehr autorisiert</translation>
    </message>
    <message>
        <source>An agent was declared</source>
        <translation>Ein Agent wurde angelegt</translation>
    </message>
    <message>
        <source>A setting was changed</source>
        <translation>Eine Einstellung wurde geändert</translation>
    </message>
    <message>
        <source>A channel was changed</source>
        <translation>Ein Kanal wurde geändert</translation>
    </message>
    <message>
        <source>An account was changed</source>
        <translation>Ein Konto wurde geändert</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Verweigert</translation>
    </message>
    <message>
        <source>Refused as a repeat</source>
        <translation>Als Wiederholung verweigert</translation>
    </message>
    <message>
        <source>Placet was started</source>
        <translation>Placet wurde gestartet</translation>
    </message>
    <message>
        <source>A backup was put back</source>
        <translation>Eine Sicherung wurde eingespielt</translation>
    </message>
    <message>
        <source>Cut off by a crash</source>
        <translation>Durch einen Absturz abgebrochen</translation>
    </message>
    <message>
        <source>a click on the armed button</source>
        <translation>Klick auf die freigeschaltete Schaltfläche</translation>
    </message>
    <message>
        <source>its keys on the chosen card</source>
        <translation>Tasten auf der gewählten Karte</translation>
    </message>
    <message>
        <source>holding the button</source>
        <translation>Halten der Schaltfläche</translation>
    </message>
    <message>
        <source>typing the end of the digest</source>
        <translation>Eintippen des Endes der Prüfsumme</translation>
    </message>
    <message>
        <source>one press</source>
        <translation>ein Tastendruck oder Klick</translation>
    </message>
    <message>
        <source>in this window</source>
        <translation>in diesem Fenster</translation>
    </message>
    <message>
        <source>over HTTP</source>
        <translation>über HTTP</translation>
    </message>
    <message>
        <source>in a terminal</source>
        <translation>in einem Terminal</translation>
    </message>
    <message>
        <source>by a rule</source>
        <translation>durch eine Regel</translation>
    </message>
    <message>
        <source>via code</source>
        <translation>durch Code</translation>
    </message>
    <message>
        <source>the owner</source>
        <translation>Eigentümer</translation>
    </message>
    <message>
        <source>authorized code</source>
        <translation>autorisierter Code</translation>
    </message>
    <message>
        <source>unauthorized code</source>
        <translation>nicht autorisierter Code</translation>
    </message>
    <message>
        <source>the agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>a client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>the system</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Authorized</source>
        <translation>Autorisiert</translation>
    </message>
    <message>
        <source>Changed since</source>
        <translation>Seitdem geändert</translation>
    </message>
    <message>
        <source>Not authorized</source>
        <translation>Nicht autorisiert</translation>
    </message>
    <message>
        <source>No code</source>
        <translation>Kein Code</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
    <message>
        <source>a call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>a trigger</source>
        <translation>Auslöser</translation>
    </message>
    <message>
        <source>a timer</source>
        <translation>Timer</translation>
    </message>
    <message>
        <source>you, as a test</source>
        <translation>Sie, als Test</translation>
    </message>
    <message>
        <source>Appointment</source>
        <translation>Termin</translation>
    </message>
    <message>
        <source>Since last yes</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Light, strong contrast</source>
        <translation>Hell, starker Kontrast</translation>
    </message>
    <message>
        <source>Dark, strong contrast</source>
        <translation>Dunkel, starker Kontrast</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Voll</translation>
    </message>
    <message>
        <source>Reduced</source>
        <translation>Reduziert</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>As one text</source>
        <translation>Als ein Text</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Debug</source>
        <translation>Debug</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>Info</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>The code threw an error</source>
        <translation>Der Code hat einen Fehler ausgelöst</translation>
    </message>
    <message>
        <source>Between two days</source>
        <translation>Zwischen zwei Tagen</translation>
    </message>
    <message>
        <source>There is no such function</source>
        <translation>Diese Funktion gibt es nicht</translation>
    </message>
    <message>
        <source>The code couldn&apos;t be loaded</source>
        <translation>Der Code ließ sich nicht laden</translation>
    </message>
    <message>
        <source>What the code returned can&apos;t be used</source>
        <translation>Das Ergebnis des Codes ist nicht brauchbar</translation>
    </message>
    <message>
        <source>Too much code of this agent&apos;s is at work</source>
        <translation>Zu viel Code dieses Agenten läuft gleichzeitig</translation>
    </message>
    <message>
        <source>The program ended with an error</source>
        <translation>Das Programm endete mit einem Fehler</translation>
    </message>
    <message>
        <source>It took too long</source>
        <translation>Es hat zu lange gedauert</translation>
    </message>
    <message>
        <source>It couldn&apos;t be started</source>
        <translation>Es ließ sich nicht starten</translation>
    </message>
    <message>
        <source>When a task is made</source>
        <translation>Wenn eine Aufgabe entsteht</translation>
    </message>
    <message>
        <source>When a task has ended</source>
        <translation>Wenn eine Aufgabe beendet ist</translation>
    </message>
    <message>
        <source>Code of the agent&apos;s folder</source>
        <translation>Code aus dem Ordner des Agenten</translation>
    </message>
    <message>
        <source>A program of yours</source>
        <translation>Ein Programm von Ihnen</translation>
    </message>
    <message>
        <source>The agent itself</source>
        <translation>Der Agent selbst</translation>
    </message>
    <message>
        <source>once nothing new has come for {0}</source>
        <translation>sobald {0} lang nichts Neues kam</translation>
    </message>
    <message>
        <source>at most once in {0}</source>
        <translation>höchstens einmal in {0}</translation>
    </message>
    <message>
        <source>together, after {0}</source>
        <translation>gesammelt nach {0}</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>Fällig</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Zugestellt</translation>
    </message>
    <message>
        <source>Outcome unknown</source>
        <translation>Ausgang unbekannt</translation>
    </message>
    <message>
        <source>object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>list</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>ganze Zahl</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>wahr oder falsch</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Abfrage</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>New text</source>
        <translation>Neuer Text</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Mail and calendars</source>
        <translation>E-Mail und Kalender</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>Web addresses</source>
        <translation>Webadressen</translation>
    </message>
    <message>
        <source>HTTP interface</source>
        <translation>HTTP-Schnittstelle</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Generations</source>
        <translation>Generierungen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Presence</source>
        <translation>Präsenz</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>Geheimnisse</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Triggers and timers</source>
        <translation>Auslöser und Timer</translation>
    </message>
    <message>
        <source>Workflows</source>
        <translation>Workflows</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ist schiefgegangen</translation>
    </message>
    <message>
        <source>That can&apos;t be understood</source>
        <translation>Das ist nicht verständlich</translation>
    </message>
    <message>
        <source>The arguments don&apos;t fit</source>
        <translation>Die Argumente passen nicht</translation>
    </message>
    <message>
        <source>That is too large</source>
        <translation>Das ist zu groß</translation>
    </message>
    <message>
        <source>That isn&apos;t there</source>
        <translation>Das gibt es nicht</translation>
    </message>
    <message>
        <source>That isn&apos;t allowed</source>
        <translation>Das ist nicht erlaubt</translation>
    </message>
    <message>
        <source>No valid token</source>
        <translation>Kein gültiges Token</translation>
    </message>
    <message>
        <source>The tool isn&apos;t enabled</source>
        <translation>Das Werkzeug ist nicht eingeschaltet</translation>
    </message>
    <message>
        <source>These arguments aren&apos;t allowed</source>
        <translation>Diese Argumente sind nicht erlaubt</translation>
    </message>
    <message>
        <source>Only authorized code may do this</source>
        <translation>Das darf nur autorisierter Code</translation>
    </message>
    <message>
        <source>It has changed meanwhile</source>
        <translation>Es hat sich inzwischen geändert</translation>
    </message>
    <message>
        <source>It was decided already</source>
        <translation>Es ist bereits entschieden</translation>
    </message>
    <message>
        <source>Somebody else was faster</source>
        <translation>Jemand anderes war schneller</translation>
    </message>
    <message>
        <source>Another program has this yes</source>
        <translation>Ein anderes Programm hat dieses Ja</translation>
    </message>
    <message>
        <source>What was shown isn&apos;t what is bound</source>
        <translation>Das Gezeigte ist nicht das Gebundene</translation>
    </message>
    <message>
        <source>What was shown must be named</source>
        <translation>Das Gezeigte muss benannt werden</translation>
    </message>
    <message>
        <source>Nobody waits for this any more</source>
        <translation>Darauf wartet niemand mehr</translation>
    </message>
    <message>
        <source>The tool is switched off</source>
        <translation>Das Werkzeug ist ausgeschaltet</translation>
    </message>
    <message>
        <source>The name is in use</source>
        <translation>Der Name ist vergeben</translation>
    </message>
    <message>
        <source>The file of secrets can&apos;t be read</source>
        <translation>Die Datei mit den Geheimnissen ist nicht lesbar</translation>
    </message>
    <message>
        <source>The other program&apos;s settings were left alone</source>
        <translation>Die Einstellungen des anderen Programms blieben unverändert</translation>
    </message>
    <message>
        <source>A call that must be blocked wasn&apos;t</source>
        <translation>Ein Aufruf, der gesperrt werden muss, wurde es nicht</translation>
    </message>
    <message>
        <source>The request key was used for something else</source>
        <translation>Der Anfrageschlüssel wurde schon für etwas anderes benutzt</translation>
    </message>
    <message>
        <source>The data folder is in use</source>
        <translation>Der Datenordner ist in Benutzung</translation>
    </message>
    <message>
        <source>The ledger is damaged</source>
        <translation>Das Journal ist beschädigt</translation>
    </message>
    <message>
        <source>The engine is stopping</source>
        <translation>Die Engine wird beendet</translation>
    </message>
    <message>
        <source>The tool failed</source>
        <translation>Das Werkzeug ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>The tool was stopped</source>
        <translation>Das Werkzeug wurde angehalten</translation>
    </message>
    <message>
        <source>The model can&apos;t be reached</source>
        <translation>Das Modell ist nicht erreichbar</translation>
    </message>
    <message>
        <source>The model&apos;s reply was cut short</source>
        <translation>Die Antwort des Modells wurde abgeschnitten</translation>
    </message>
    <message>
        <source>The setting doesn&apos;t fit</source>
        <translation>Die Einstellung passt nicht</translation>
    </message>
    <message>
        <source>The settings couldn&apos;t be written</source>
        <translation>Die Einstellungen ließen sich nicht schreiben</translation>
    </message>
    <message>
        <source>The declaration doesn&apos;t fit</source>
        <translation>Die Definition passt nicht</translation>
    </message>
    <message>
        <source>The agent is stopped</source>
        <translation>Der Agent ist angehalten</translation>
    </message>
    <message>
        <source>The ledger couldn&apos;t be written</source>
        <translation>Das Journal ließ sich nicht schreiben</translation>
    </message>
    <message>
        <source>A row of the ledger can&apos;t be understood</source>
        <translation>Eine Zeile des Journals ist nicht verständlich</translation>
    </message>
    <message>
        <source>The address doesn&apos;t fit</source>
        <translation>Die Adresse passt nicht</translation>
    </message>
    <message>
        <source>The HTTP interface can&apos;t listen</source>
        <translation>Die HTTP-Schnittstelle kann nicht lauschen</translation>
    </message>
    <message>
        <source>This is switched off for code</source>
        <translation>Das ist für Code ausgeschaltet</translation>
    </message>
    <message>
        <source>Code can&apos;t be run here</source>
        <translation>Code kann hier nicht ausgeführt werden</translation>
    </message>
    <message>
        <source>No standing answer may cover this</source>
        <translation>Dafür ist keine Dauerfreigabe möglich</translation>
    </message>
    <message>
        <source>The model&apos;s server can&apos;t be reached</source>
        <translation>Der Modellserver ist nicht erreichbar</translation>
    </message>
    <message>
        <source>The model&apos;s server went away</source>
        <translation>Der Modellserver ist weggefallen</translation>
    </message>
    <message>
        <source>The model&apos;s server said nothing for too long</source>
        <translation>Der Modellserver hat zu lange geschwiegen</translation>
    </message>
    <message>
        <source>The model&apos;s server answered in another shape</source>
        <translation>Der Modellserver hat in einer anderen Form geantwortet</translation>
    </message>
    <message>
        <source>The model couldn&apos;t be loaded</source>
        <translation>Das Modell ließ sich nicht laden</translation>
    </message>
    <message>
        <source>There is no such model</source>
        <translation>Dieses Modell gibt es nicht</translation>
    </message>
    <message>
        <source>The text is too long for the model</source>
        <translation>Der Text ist zu lang für das Modell</translation>
    </message>
    <message>
        <source>The model&apos;s server can&apos;t do that</source>
        <translation>Das kann der Modellserver nicht</translation>
    </message>
    <message>
        <source>Too many wait already</source>
        <translation>Es warten schon zu viele</translation>
    </message>
    <message>
        <source>There is no such generation</source>
        <translation>Diese Generierung gibt es nicht</translation>
    </message>
    <message>
        <source>There is no such response</source>
        <translation>Diese Antwort gibt es nicht</translation>
    </message>
    <message>
        <source>The generation has ended already</source>
        <translation>Die Generierung ist bereits beendet</translation>
    </message>
    <message>
        <source>A key must be given</source>
        <translation>Ein Schlüssel muss angegeben werden</translation>
    </message>
    <message>
        <source>The key was used for something else</source>
        <translation>Der Schlüssel wurde schon für etwas anderes benutzt</translation>
    </message>
    <message>
        <source>The key isn&apos;t one</source>
        <translation>Das ist kein Schlüssel</translation>
    </message>
    <message>
        <source>There is no event of that number</source>
        <translation>Ein Ereignis mit dieser Nummer gibt es nicht</translation>
    </message>
    <message>
        <source>That form isn&apos;t offered</source>
        <translation>Diese Form wird nicht angeboten</translation>
    </message>
    <message>
        <source>The body isn&apos;t JSON</source>
        <translation>Der Inhalt ist kein JSON</translation>
    </message>
    <message>
        <source>The head of the request is too large</source>
        <translation>Der Kopf der Anfrage ist zu groß</translation>
    </message>
    <message>
        <source>The request came too slowly</source>
        <translation>Die Anfrage kam zu langsam</translation>
    </message>
    <message>
        <source>Too many read along already</source>
        <translation>Es lesen schon zu viele mit</translation>
    </message>
    <message>
        <source>The backup can&apos;t be used</source>
        <translation>Die Sicherung ist nicht brauchbar</translation>
    </message>
    <message>
        <source>These events are kept no longer</source>
        <translation>Diese Ereignisse werden nicht mehr aufbewahrt</translation>
    </message>
    <message>
        <source>client {0}</source>
        <translation>Client {0}</translation>
    </message>
    <message>
        <source>Free to run</source>
        <translation>Ohne Freigabe</translation>
    </message>
</context>
<context>
    <name>toml</name>
    <message>
        <source>Cannot declare {0} twice</source>
        <translation>{0} ist zweimal definiert</translation>
    </message>
    <message>
        <source>Cannot mutate immutable namespace {0}</source>
        <translation>{0} ist abgeschlossen und lässt sich nicht ergänzen</translation>
    </message>
    <message>
        <source>Cannot overwrite a value</source>
        <translation>ein Wert ist schon gesetzt</translation>
    </message>
    <message>
        <source>Cannot redefine namespace {0}</source>
        <translation>{0} ist schon definiert</translation>
    </message>
    <message>
        <source>Duplicate inline table key {0}</source>
        <translation>der Schlüssel {0} steht zweimal in der Tabelle</translation>
    </message>
    <message>
        <source>Escaped character is not a Unicode scalar value</source>
        <translation>die Escape-Folge ergibt kein Unicode-Zeichen</translation>
    </message>
    <message>
        <source>Expected &apos;=&apos; after a key in a key/value pair</source>
        <translation>nach dem Schlüssel fehlt ein &apos;=&apos;</translation>
    </message>
    <message>
        <source>Expected &apos;]&apos; at the end of a table declaration</source>
        <translation>am Ende der Tabelle fehlt ein &apos;]&apos;</translation>
    </message>
    <message>
        <source>Expected &apos;]]&apos; at the end of an array declaration</source>
        <translation>am Ende der Liste von Tabellen fehlt ein &apos;]]&apos;</translation>
    </message>
    <message>
        <source>Expected newline or end of document after a statement</source>
        <translation>nach einer Anweisung muss die Zeile enden</translation>
    </message>
    <message>
        <source>Expected {0}</source>
        <translation>es fehlt {0}</translation>
    </message>
    <message>
        <source>Found invalid character {0}</source>
        <translation>unzulässiges Zeichen {0}</translation>
    </message>
    <message>
        <source>Illegal character {0}</source>
        <translation>unzulässiges Zeichen {0}</translation>
    </message>
    <message>
        <source>Invalid date or datetime</source>
        <translation>ungültiges Datum</translation>
    </message>
    <message>
        <source>Invalid hex value</source>
        <translation>ungültiger Hexadezimalwert</translation>
    </message>
    <message>
        <source>Invalid initial character for a key part</source>
        <translation>so kann kein Schlüssel anfangen</translation>
    </message>
    <message>
        <source>Invalid statement</source>
        <translation>ungültige Anweisung</translation>
    </message>
    <message>
        <source>Invalid value</source>
        <translation>ungültiger Wert</translation>
    </message>
    <message>
        <source>Unclosed array</source>
        <translation>die Liste ist nicht geschlossen</translation>
    </message>
    <message>
        <source>Unclosed inline table</source>
        <translation>die Tabelle ist nicht geschlossen</translation>
    </message>
    <message>
        <source>Unescaped &apos;\&apos; in a string</source>
        <translation>im Text steht ein einzelnes &apos;\&apos;</translation>
    </message>
    <message>
        <source>Unterminated string</source>
        <translation>der Text ist nicht geschlossen</translation>
    </message>
    <message>
        <source>{0} (at {1})</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>end of document</source>
        <translation>am Ende des Textes</translation>
    </message>
    <message>
        <source>line {0}, column {1}</source>
        <translation>Zeile {0}, Spalte {1}</translation>
    </message>
</context>
<context>
    <name>tray</name>
    <message>
        <source>Nothing waits for you</source>
        <translation>Nichts wartet auf Sie</translation>
    </message>
    <message numerus="yes">
        <source>%Ln requests wait for you</source>
        <translation>
            <numerusform>%Ln Anfrage wartet auf Sie</numerusform>
            <numerusform>%Ln Anfragen warten auf Sie</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>workflow_facts</name>
    <message>
        <source>Everything that this goal demands is proven, and nothing is in doubt.</source>
        <translation>Alles, was dieses Ziel verlangt, ist nachgewiesen, und nichts ist zweifelhaft.</translation>
    </message>
    <message>
        <source>Finished, outcome not checked: nothing says what would prove this goal, so nothing was checked.</source>
        <translation>Beendet, Ergebnis nicht geprüft: Es ist nicht festgelegt, was dieses Ziel nachweisen würde, darum wurde nichts geprüft.</translation>
    </message>
    <message>
        <source>Finished, outcome not checked: it used a tool whose effects nobody can look up.</source>
        <translation>Beendet, Ergebnis nicht geprüft: Es wurde ein Werkzeug benutzt, dessen Wirkungen sich nicht nachprüfen lassen.</translation>
    </message>
    <message>
        <source>Not proven: nothing shows what this goal demands of {0}.</source>
        <translation>Nicht nachgewiesen: Für das, was dieses Ziel von {0} verlangt, fehlt der Nachweis.</translation>
    </message>
    <message>
        <source>Uncertain: something may have happened that nobody can show. It is never sent again from here.</source>
        <translation>Ungewiss: Es kann etwas geschehen sein, das niemand nachweisen kann. Von hier wird es nie erneut gesendet.</translation>
    </message>
    <message>
        <source>It is being done now.</source>
        <translation>Es wird gerade ausgeführt.</translation>
    </message>
    <message>
        <source>It happened, and the place itself shows it.</source>
        <translation>Es ist geschehen; am Ort der Wirkung ist es nachgewiesen.</translation>
    </message>
    <message>
        <source>It may have happened. Nothing proves it, and nothing sends it again.</source>
        <translation>Es kann geschehen sein. Nichts weist es nach, und nichts sendet es erneut.</translation>
    </message>
    <message>
        <source>It wasn&apos;t attempted, so nothing was changed.</source>
        <translation>Es wurde nicht versucht, also wurde nichts geändert.</translation>
    </message>
    <message>
        <source>The tool came back without an error. What it changed can&apos;t be looked up.</source>
        <translation>Das Werkzeug endete ohne Fehler. Was es geändert hat, lässt sich nicht nachsehen.</translation>
    </message>
    <message>
        <source>goal {0}</source>
        <translation>Ziel {0}</translation>
    </message>
    <message>
        <source>run {0}</source>
        <translation>Lauf {0}</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>A goal in your own words</source>
        <translation>Ein Ziel in Ihren Worten</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Demanded</source>
        <translation>Verlangt</translation>
    </message>
    <message>
        <source>Nothing, so nothing is checked</source>
        <translation>Nichts, darum wird nichts geprüft</translation>
    </message>
    <message>
        <source>May use</source>
        <translation>Darf benutzen</translation>
    </message>
    <message>
        <source>Model finished</source>
        <translation>Modell fertig</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>First started</source>
        <translation>Zuerst gestartet</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Request key</source>
        <translation>Anfrageschlüssel</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>Archiviert</translation>
    </message>
    <message>
        <source>Restored from a backup</source>
        <translation>Aus einer Sicherung wiederhergestellt</translation>
    </message>
    <message>
        <source>Proof of {0}</source>
        <translation>Nachweis von {0}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Given</source>
        <translation>Gegeben</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Tokens written</source>
        <translation>Geschriebene Tokens</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Request begins</source>
        <translation>Die Anfrage beginnt</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Approval</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>None was needed</source>
        <translation>Keine nötig</translation>
    </message>
    <message>
        <source>Asked by the generation</source>
        <translation>Angefragt von Generierung</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>Entschieden von</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>Entschieden</translation>
    </message>
    <message>
        <source>Reason given</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>Prüfsumme</translation>
    </message>
    <message>
        <source>Shown to the decider</source>
        <translation>Dem Entscheider gezeigt</translation>
    </message>
    <message>
        <source>not reported</source>
        <translation>nicht gemeldet</translation>
    </message>
    <message>
        <source>Held because</source>
        <translation>Zurückgehalten, weil</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>Nachweis</translation>
    </message>
    <message>
        <source>It happened: {0}</source>
        <translation>Es ist geschehen: {0}</translation>
    </message>
    <message>
        <source>It did not happen: {0}</source>
        <translation>Es ist nicht geschehen: {0}</translation>
    </message>
    <message>
        <source>You looked</source>
        <translation>Sie haben nachgesehen</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Verweigert</translation>
    </message>
    <message>
        <source>Before anything was attempted</source>
        <translation>Bevor etwas versucht wurde</translation>
    </message>
    <message>
        <source>Digest of its input</source>
        <translation>Prüfsumme der Eingabe</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>Konto</translation>
    </message>
    <message>
        <source>Goal and run</source>
        <translation>Ziel und Lauf</translation>
    </message>
    <message>
        <source>Written down</source>
        <translation>Vorgemerkt</translation>
    </message>
    <message>
        <source>Proven</source>
        <translation>Nachgewiesen</translation>
    </message>
    <message>
        <source>Asked as</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>a call that was free to run</source>
        <translation>ein Aufruf, der keine Freigabe brauchte</translation>
    </message>
    <message>
        <source>nothing was found</source>
        <translation>nichts gefunden</translation>
    </message>
</context>
<context>
    <name>workflows</name>
    <message>
        <source>{0} for {1}: {2}</source>
        <translation>{0} für {1}: {2}</translation>
    </message>
</context>
</TS>
