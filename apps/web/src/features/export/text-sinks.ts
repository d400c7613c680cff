/** Places for a long text: a file chosen by the person, written as it comes, where the browser can; else memory. */
import { saveFile } from '../../lib/save-file.ts'
import type { TextSink } from './export-table.ts'

export interface FileSink extends TextSink {
  /** Makes the file complete. */
  close(): Promise<void>
  /** Leaves no file behind. */
  abort(): Promise<void>
}

interface SaveFilePicker {
  showSaveFilePicker(options: {
    suggestedName: string
    types: { description: string; accept: Record<string, string[]> }[]
  }): Promise<FileSystemFileHandle>
}

const canStream = (place: object): place is SaveFilePicker => 'showSaveFilePicker' in place

/** Null: the person closed the file dialog. Must be called from a press of a button. */
export async function openCsvSink(name: string): Promise<FileSink | null> {
  if (!canStream(window)) return memorySink(name)
  try {
    const handle = await window.showSaveFilePicker({
      suggestedName: name,
      types: [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }],
    })
    const stream = await handle.createWritable()
    return {
      write: (text) => stream.write(text),
      close: () => stream.close(),
      abort: () => stream.abort(),
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // Closed by the person; other refusals (an embedded page, a policy) leave the download.
    return error.name === 'AbortError' ? null : memorySink(name)
  }
}

function memorySink(name: string): FileSink {
  const parts: string[] = []
  return {
    async write(text) {
      parts.push(text)
    },
    async close() {
      saveFile(parts, name, 'text/csv;charset=utf-8')
    },
    async abort() {
      parts.length = 0
    },
  }
}
