/** A row of `realtime.messages` that is to be delivered. */
export interface MessageRow {
  id: string
  topic: string
  event: string
  isPrivate: boolean
  /** JSON text. */
  payload: string
}

/** Takes the columns in their text form; null when the row carries no broadcast (such as a probe). */
export function messageRow(values: Record<string, string | null | undefined>): MessageRow | null {
  const { id, topic, event, payload, extension } = values
  if (extension !== 'broadcast' || !id || !topic || !event || !payload) return null
  return { id, topic, event, isPrivate: values['private'] === 't' || values['private'] === 'true', payload }
}

/** The whole payload object that subscribers receive, as JSON text. */
export function broadcastJson({ id, event, payload }: MessageRow): string {
  const meta = `{"id":${JSON.stringify(id)}}`
  return `{"event":${JSON.stringify(event)},"meta":${meta},"payload":${payload},"type":"broadcast"}`
}
