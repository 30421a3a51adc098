; Installs the program that packaging/placet.spec makes on Windows, for one user and without an administrator's rights.
; UNPROVEN: the script is compiled on Linux by a test, and nothing of it was ever run on Windows.
;
;   makensis -DVERSION=0.1.0 -DPROGRAM=C:\path\to\dist\placet -DOUT=placet-0.1.0.exe placet.nsi

Unicode true
Name "Placet"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Placet"

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Placet"
!define SCHEME "Software\Classes\placet"

Section "Placet"
  SetOutPath "$INSTDIR"
  File /r "${PROGRAM}\*.*"
  CreateShortcut "$SMPROGRAMS\Placet.lnk" "$INSTDIR\placet.exe"
  ; placet://task/ID shows a task in the console that is open. Nothing is decided by it, and nothing starts with the session.
  WriteRegStr HKCU "${SCHEME}" "" "URL:Placet task"
  WriteRegStr HKCU "${SCHEME}" "URL Protocol" ""
  WriteRegStr HKCU "${SCHEME}\shell\open\command" "" '"$INSTDIR\placet.exe" "%1"'
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Placet"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteUninstaller "$INSTDIR\uninstall.exe"
SectionEnd

; The data folder lies elsewhere and stays.
Section "Uninstall"
  Delete "$SMPROGRAMS\Placet.lnk"
  DeleteRegKey HKCU "${SCHEME}"
  DeleteRegKey HKCU "${UNINSTALL}"
  RMDir /r "$INSTDIR"
SectionEnd
