/** Pictures for a gallery, drawn in the browser, and put to records as somebody of the base does it. */
import type { SupabaseBackend } from '@plinth/backend'
import { type AttachmentId, type TableId, uuidV7 } from '@plinth/domain'
import type { Page } from 'playwright'
import { must } from '../target.ts'

const hues = [12, 35, 160, 200, 225, 265, 320] as const

/** Landscape and portrait by turns. */
async function drawIn(page: Page, no: number): Promise<Blob> {
  const [width, height] = no % 3 === 1 ? [192, 256] : [256, 170]
  const hue = hues[no % hues.length]!
  const bytes = await page.evaluate(
    async ([width, height, hue, no]) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')!
      const sky = context.createLinearGradient(0, 0, width * 0.3, height)
      sky.addColorStop(0, `hsl(${hue} 70% 74%)`)
      sky.addColorStop(1, `hsl(${hue + 40} 60% 42%)`)
      context.fillStyle = sky
      context.fillRect(0, 0, width, height)
      for (let hill = 0; hill < 3; hill += 1) {
        context.fillStyle = `hsl(${hue + hill * 14} ${40 - hill * 6}% ${38 - hill * 10}%)`
        context.beginPath()
        context.moveTo(0, height)
        for (let x = 0; x <= width; x += 4) {
          const wave = Math.sin(x / (34 + hill * 11) + no * 1.7 + hill * 2)
          context.lineTo(x, height * (0.56 + hill * 0.14) + wave * height * 0.09)
        }
        context.lineTo(width, height)
        context.fill()
      }
      const blob = await canvas.convertToBlob({ type: 'image/png' })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    [width, height, hue, no] as const,
  )
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' })
}

/** Gives a picture to every record of the table but each fifth; answers those that have none, by their names. */
export async function hangPictures(
  page: Page,
  backend: SupabaseBackend,
  table: TableId,
): Promise<readonly string[]> {
  const base = must(await backend.workspaces.session()).workspaces[0]!.bases[0]!.id
  const { fields } = must(await backend.bases.schema(base)).tables.find(({ id }) => id === table)!
  const [title, files] = [fields[0]!, fields.find(({ type }) => type === 'attachment')!]
  const query = { table, sorts: [], fields: [title.id, files.id] }
  const { rows } = must(
    await backend.rows.window({ query, anchor: null, direction: 'forward', skip: 0, take: 50 }),
  )
  const bare: string[] = []
  for (const [no, { id, values }] of rows.entries()) {
    const has = Array.isArray(values[files.id]) && (values[files.id] as readonly unknown[]).length > 0
    if (has) continue
    if (no % 5 === 4) {
      bare.push(String(values[title.id]))
      continue
    }
    const file = await drawIn(page, no)
    const name = `picture-${no}.png`
    must(
      await backend.files.upload({
        id: uuidV7() as AttachmentId,
        table,
        record: id,
        field: files.id,
        file,
        name,
        thumbnail: file,
      }),
    )
  }
  return bare
}
