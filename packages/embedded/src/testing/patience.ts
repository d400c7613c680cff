/** What a test expects soon may take this long on a busy machine, in milliseconds: by itself vitest waits one second. */
export const patienceMs = 20_000
