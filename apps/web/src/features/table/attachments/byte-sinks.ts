/** Where an archive goes as it comes: a file chosen by the person, where the browser can; else memory, then a download. */
import { saveFile } from '../../../lib/save-file.ts'

interface SaveFilePicker {
  showSaveFilePicker(options: { suggestedName: string }): Promise<FileSystemFileHandle>
}

const canStream = (place: object): place is SaveFilePicker => 'showSaveFilePicker' in place

/** Bytes of one part: browsers keep large blobs on disk, not in memory. */
const partBytes = 8 * 1024 * 1024

/** Null: the person closed the file dialog. Must be called from a press of a button. */
export async function openByteSink(name: string): Promise<WritableStream<Uint8Array> | null> {
  if (!canStream(window)) return blobSink(name)
  try {
    const handle = await window.showSaveFilePicker({ suggestedName: name })
    return await handle.createWritable()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return error.name === 'AbortError' ? null : blobSink(name)
  }
}

function blobSink(name: string): WritableStream<Uint8Array> {
  const parts: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let gathered = 0
  const gather = () => {
    parts.push(new Blob(chunks))
    chunks = []
    gathered = 0
  }
  return new WritableStream({
    write(chunk) {
      chunks.push(chunk as Uint8Array<ArrayBuffer>)
      gathered += chunk.length
      if (gathered >= partBytes) gather()
    },
    close() {
      gather()
      saveFile(parts, name, 'application/zip')
    },
  })
}
