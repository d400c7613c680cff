/** Other people's cursors, each with a name. */
import type { PaintKit } from './kit.ts'
import type { GridPeer } from './overlay-marks.ts'
import { boxesOf } from './range-boxes.ts'
import type { Scene } from './scene.ts'
import { isRightToLeft } from './texts.ts'

const tagHeight = 18
const tagPadding = 6
const widestTag = 140

export function paintPeers(kit: PaintKit, scene: Scene, peers: readonly GridPeer[]): void {
  for (const peer of peers) {
    const row = scene.source.indexOf(peer.row)
    const column = scene.columns.placeOf(peer.column)
    if (row === null || column === null) continue
    for (const { box, left, right } of boxesOf(scene, {
      top: row,
      bottom: row,
      left: column,
      right: column,
    })) {
      const height = scene.height - scene.stuckHeight
      kit.pen.clipped(left, scene.stuckHeight, right - left, height, () => paintPeer(kit, scene, peer, box))
    }
  }
}

interface PeerBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function paintPeer({ pen, texts, theme }: PaintKit, scene: Scene, peer: GridPeer, box: PeerBox): void {
  const colors = theme.hues[peer.hue]
  const line = pen.hairline
  pen.stroke(colors.text, 2)
  pen.context.strokeRect(box.x - line + 1, box.y - line + 1, box.width + line - 2, box.height + line - 2)
  const font = theme.fonts.tag
  const name = texts.fit(font, peer.name, widestTag)
  const width = texts.width(font, name) + 2 * tagPadding
  const isAbove = box.y - tagHeight >= scene.stuckHeight
  const y = isAbove ? box.y - tagHeight : box.y + box.height - line
  pen.fill(colors.text)
  pen.rounded(box.x - line, y, width, tagHeight, isAbove ? [4, 4, 4, 0] : [0, 4, 4, 4])
  pen.context.fill()
  pen.font(font)
  pen.fill(theme.surface)
  pen.direction(isRightToLeft(name) ? 'rtl' : 'ltr')
  pen.align('left')
  pen.text(name, box.x - line + tagPadding, y + 13)
}
