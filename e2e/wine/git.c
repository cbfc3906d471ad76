/* git.exe for wine: the git of the system around it. No pipe of a Windows program leads there, so files carry it. */
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

static wchar_t base[MAX_PATH];

static const wchar_t *named(const wchar_t *ending) {
  static wchar_t name[MAX_PATH + 8];
  swprintf(name, MAX_PATH + 8, L"%ls.%ls", base, ending);
  return name;
}

static void pass_on(const wchar_t *ending, DWORD stream) {
  char block[65536];
  size_t size;
  DWORD written;
  FILE *file = _wfopen(named(ending), L"rb");
  while (file && (size = fread(block, 1, sizeof block, file)) > 0)
    WriteFile(GetStdHandle(stream), block, size, &written, NULL);
  if (file) fclose(file);
  _wremove(named(ending));
}

int wmain(void) {
  static wchar_t command[32768], bridge[MAX_PATH], folder[MAX_PATH];
  char block[65536];
  DWORD size;
  int code;
  wchar_t *rest = GetCommandLineW();
  rest = *rest == L'"' ? wcschr(rest + 1, L'"') + 1 : rest + wcscspn(rest, L" ");
  GetEnvironmentVariableW(L"BRIDGE", bridge, MAX_PATH);
  GetEnvironmentVariableW(L"BRIDGE_FOLDER", folder, MAX_PATH);
  swprintf(base, MAX_PATH, L"%ls\\%lu-%lu", folder, GetCurrentProcessId(), GetTickCount());
  FILE *in = _wfopen(named(L"in"), L"wb");
  if (!in) return 100;
  if (GetFileType(GetStdHandle(STD_INPUT_HANDLE)) == FILE_TYPE_PIPE)
    while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), block, sizeof block, &size, NULL) && size > 0) fwrite(block, 1, size, in);
  fclose(in);
  SetEnvironmentVariableW(L"BRIDGE_FILE", base);
  swprintf(command, 32768, L"%ls%ls", bridge, rest);
  STARTUPINFOW start = {sizeof start};
  PROCESS_INFORMATION process;
  GetStartupInfoW(&start);
  if (!CreateProcessW(bridge, command, NULL, NULL, FALSE, 0, NULL, NULL, &start, &process)) return 101;
  for (int turn = 0; turn < 60000; turn++, Sleep(2)) {
    FILE *end = _wfopen(named(L"code"), L"r");
    int ended = end && fscanf(end, "%d;", &code) == 1;
    if (end) fclose(end);
    if (!ended) continue;
    _wremove(named(L"code"));
    _wremove(named(L"in"));
    pass_on(L"out", STD_OUTPUT_HANDLE);
    pass_on(L"err", STD_ERROR_HANDLE);
    return code;
  }
  return 102;
}
