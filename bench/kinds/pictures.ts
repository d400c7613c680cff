/** Pictures in the first records, put there as the app does: each with a small one that cards show. */
import { type AttachmentId, limits, type RecordId, type Table, uuidV7 } from '@plinth/domain'
import type { Tab } from '../measure/browser.ts'
import { must, type Workbench } from '../measure/workbench.ts'
import { fieldNamed } from './kind.ts'

/** So many records have one. */
export const pictured = 200
const atOnce = 4
const width = 960
const height = 640

/** In the page: a picture like a photograph in what it weighs, and the small one that the app makes of it. */
const drawn = (no: number) => `(async () => {
  const canvas = new OffscreenCanvas(${width}, ${height})
  const context = canvas.getContext('2d')
  const sky = context.createLinearGradient(0, 0, ${width / 3}, ${height})
  sky.addColorStop(0, 'hsl(${(no * 47) % 360} 70% 74%)')
  sky.addColorStop(1, 'hsl(${(no * 47 + 40) % 360} 60% 42%)')
  context.fillStyle = sky
  context.fillRect(0, 0, ${width}, ${height})
  for (let dot = 0; dot < 800; dot += 1) {
    context.fillStyle = 'hsl(' + Math.random() * 360 + ' 50% 50% / 0.4)'
    context.fillRect(Math.random() * ${width}, Math.random() * ${height}, 20 * Math.random(), 20 * Math.random())
  }
  const scale = ${limits.thumbnailEdge} / ${width}
  const small = new OffscreenCanvas(${width} * scale, ${height} * scale)
  small.getContext('2d').drawImage(canvas, 0, 0, small.width, small.height)
  const textOf = async (one, options) => {
    const bytes = new Uint8Array(await (await one.convertToBlob(options)).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  }
  return [await textOf(canvas, { type: 'image/jpeg', quality: 0.8 }), await textOf(small, { type: 'image/webp', quality: 0.82 })]
})()`

const blobOf = (text: string, type: string) => new Blob([Buffer.from(text, 'base64')], { type })

/** Each of the first records gets a picture of its own, where they have none yet. */
export async function hangPictures(table: Table, bench: Workbench, tab: Tab): Promise<Table> {
  const field = fieldNamed(table, 'Pictures')
  const { files } = bench.maker.backend
  const bare = await bench.embedded.admin.unsafe<{ id: RecordId }[]>(
    `select id from (select id, ${field.column} as files from data.${table.relation} order by id limit ${pictured}) r
     where files = '{}'`,
  )
  if (bare.length > 0) console.log(`uploading ${bare.length} pictures …`)
  for (let from = 0; from < bare.length; from += atOnce) {
    const uploads = bare.slice(from, from + atOnce).map(async ({ id }, at) => {
      const [picture, small] = await tab.evaluate<[string, string]>(drawn(from + at))
      const cell = { table: table.id, record: id, field: field.id }
      const file = blobOf(picture, 'image/jpeg')
      const thumbnail = blobOf(small, 'image/webp')
      const name = `picture-${from + at}.jpg`
      must(await files.upload({ id: uuidV7() as AttachmentId, ...cell, file, name, thumbnail }))
    })
    await Promise.all(uploads)
  }
  return table
}
