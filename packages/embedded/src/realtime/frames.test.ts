import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePush, decodeText, encodeBroadcast, encodeMessage, type UserBroadcast } from './frames.ts'

/** Kind 3 as the provider's client writes it. */
function push(fields: string[], encoding: number, body: Buffer): Buffer {
  const strings = fields.map((field) => Buffer.from(field))
  return Buffer.concat([Buffer.from([3, ...strings.map(({ length }) => length), encoding]), ...strings, body])
}

/** Kind 4 as the provider's client reads it. */
function readBroadcast(frame: Buffer) {
  const [kind, topicSize = 0, eventSize = 0, metaSize = 0, encoding] = frame
  let offset = 5
  const take = (size: number) => frame.subarray(offset, (offset += size))
  return {
    kind,
    topic: take(topicSize).toString(),
    event: take(eventSize).toString(),
    meta: take(metaSize).toString(),
    encoding,
    body: frame.subarray(offset),
  }
}

const name = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => Buffer.byteLength(text) <= 255)
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))

describe('a binary broadcast', () => {
  it('is read as it was written, whatever its names and its body', () => {
    fc.assert(
      fc.property(name, name, name, name, bytes, (joinRef, ref, topic, event, body) => {
        const message = decodePush(push([joinRef, ref, topic, event, ''], 0, body))
        expect(message).toMatchObject({ joinRef: joinRef || null, ref: ref || null, topic })
        expect(message?.broadcast).toEqual({ form: 'frame', event, encoding: 'binary', body })
      }),
    )
  })

  it('whose JSON begins with a byte order mark is not passed on: readers of text frames would break', () => {
    const body = Buffer.from('\u{FEFF}{}')
    expect(decodePush(push(['1', '2', 'topic', 'event', ''], 1, body))).toBeNull()
  })

  it('reaches a reader of 2.0.0 unchanged', () => {
    fc.assert(
      fc.property(name, name, bytes, fc.boolean(), (topic, event, body, isJson) => {
        const broadcast: UserBroadcast = { form: 'frame', event, encoding: isJson ? 'json' : 'binary', body }
        const frame = encodeBroadcast(topic, broadcast, '2.0.0')
        const expected = { kind: 4, topic, event, meta: '', encoding: isJson ? 1 : 0, body }
        expect(readBroadcast(frame as Buffer)).toEqual(expected)
      }),
    )
  })

  it('with a JSON body reaches a reader of 1.0.0 as an object; a binary body cannot', () => {
    fc.assert(
      fc.property(fc.jsonValue(), name, (payload, event) => {
        const body = Buffer.from(JSON.stringify(payload))
        const broadcast: UserBroadcast = { form: 'frame', event, encoding: 'json', body }
        const text = encodeBroadcast('realtime:t', broadcast, '1.0.0')
        const expected = JSON.parse(JSON.stringify({ type: 'broadcast', event, payload }))
        expect(JSON.parse(String(text)).payload).toEqual(expected)
        expect(encodeBroadcast('t', { ...broadcast, encoding: 'binary' }, '1.0.0')).toBeNull()
      }),
    )
  })

  it('that is cut off, of another kind or no JSON is refused, never thrown', () => {
    fc.assert(fc.property(bytes, (frame) => decodePush(frame)?.event !== ''))
    const whole = push(['1', '2', 'topic', 'event', ''], 1, Buffer.from('{"a":1}'))
    expect(decodePush(whole)).not.toBeNull()
    for (let length = 0; length < whole.length; length += 1) {
      expect(decodePush(whole.subarray(0, length))).toBeNull()
    }
    expect(decodePush(push(['1', '2', 't', 'e', ''], 2, Buffer.from('{}')))).toBeNull()
  })

  it('with names longer than a byte can count goes as text', () => {
    const topic = 'é'.repeat(200)
    const broadcast: UserBroadcast = { form: 'frame', event: 'e', encoding: 'json', body: Buffer.from('7') }
    const text = encodeBroadcast(topic, broadcast, '2.0.0')
    expect(JSON.parse(String(text))).toEqual([
      null,
      null,
      topic,
      'broadcast',
      { type: 'broadcast', event: 'e', payload: 7 },
    ])
  })
})

describe('a text frame', () => {
  it('is read in both versions as it was written', () => {
    const field = fc.option(fc.string())
    fc.assert(
      fc.property(
        field,
        field,
        fc.string(),
        fc.string(),
        fc.jsonValue(),
        (joinRef, ref, topic, event, value) => {
          const payload = JSON.parse(JSON.stringify(value)) as unknown
          const current = encodeMessage({ joinRef, ref, topic, event, payload }, '2.0.0')
          expect(decodeText(current, '2.0.0')).toEqual({
            joinRef,
            ref,
            topic,
            event,
            payload,
            broadcast: null,
          })
          const old = JSON.stringify({ join_ref: joinRef, ref, topic, event, payload })
          expect(decodeText(old, '1.0.0')).toEqual({ joinRef, ref, topic, event, payload, broadcast: null })
        },
      ),
    )
  })

  it('of another shape is refused, never thrown', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.constantFrom('1.0.0', '2.0.0'), (text, vsn) => {
        expect(['undefined', 'string']).toContain(typeof decodeText(text, vsn)?.topic)
      }),
    )
    expect(decodeText('[1,2,3,4,5]', '2.0.0')).toBeNull()
    expect(decodeText('{"topic":"t"}', '1.0.0')).toBeNull()
  })
})
