/**
 * A Chromium of its own, driven through its protocol and nothing else: a test driver listens to the network, which keeps the
 * bodies of all requests in the memory that is measured.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--window-size=1440,900',
  '--lang=en-GB',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

interface Message {
  id?: number
  sessionId?: string
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
}

/** The browser's protocol over two pipes, messages ended by NUL, with a session for each target. */
export class Protocol {
  private readonly target: Writable
  private readonly waiting = new Map<number, (message: Message) => void>()
  private readonly listeners = new Set<(message: Message) => void>()
  private lastId = 0
  private rest = ''

  constructor(source: Readable, target: Writable) {
    this.target = target
    source.setEncoding('utf8').on('data', (piece: string) => this.read(piece))
    source.on('close', () => {
      for (const answer of this.waiting.values()) answer({ error: { message: 'the browser is gone' } })
    })
  }

  listen(listener: (message: Message) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  async send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    const id = ++this.lastId
    const answer = new Promise<Message>((resolve) => this.waiting.set(id, resolve))
    const message = JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) })
    this.target.write(`${message}\0`)
    const { result, error } = await answer
    if (error) throw new Error(`${method}: ${error.message}`)
    return result as T
  }

  private read(piece: string): void {
    const messages = (this.rest + piece).split('\0')
    this.rest = messages.pop() ?? ''
    for (const message of messages) this.take(JSON.parse(message) as Message)
  }

  private take(message: Message): void {
    if (message.id === undefined) for (const listener of this.listeners) listener(message)
    else {
      this.waiting.get(message.id)?.(message)
      this.waiting.delete(message.id)
    }
  }
}

export interface Chromium {
  protocol: Protocol
  newTab(): Promise<Tab>
  stop(): Promise<void>
}

export async function launchChromium(): Promise<Chromium> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-browser-'))
  const command = process.env.CHROMIUM || '/usr/bin/chromium'
  const child = spawn(command, [...flags, `--user-data-dir=${folder}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [, , , target, source] = child.stdio
  const protocol = new Protocol(source as Readable, target as Writable)
  return {
    protocol,
    newTab: () => Tab.open(protocol),
    async stop() {
      const ended = once(child, 'exit')
      await protocol.send('Browser.close')
      await ended
      await rm(folder, { recursive: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** A page in a profile of its own. */
export class Tab {
  readonly session: string
  private readonly protocol: Protocol
  private readonly profile: string

  private constructor(protocol: Protocol, session: string, profile: string) {
    this.protocol = protocol
    this.session = session
    this.profile = profile
  }

  static async open(protocol: Protocol): Promise<Tab> {
    const { browserContextId } = await protocol.send<{ browserContextId: string }>(
      'Target.createBrowserContext',
    )
    const target = { url: 'about:blank', browserContextId }
    const { targetId } = await protocol.send<{ targetId: string }>('Target.createTarget', target)
    const attach = { targetId, flatten: true }
    const { sessionId } = await protocol.send<{ sessionId: string }>('Target.attachToTarget', attach)
    return new Tab(protocol, sessionId, browserContextId)
  }

  send<T>(method: string, params: object = {}): Promise<T> {
    return this.protocol.send<T>(method, params, this.session)
  }

  async setSize(width: number, height: number): Promise<void> {
    const size = { width, height, deviceScaleFactor: 1, mobile: false }
    await this.send('Emulation.setDeviceMetricsOverride', size)
  }

  /** The value of an expression in the page. */
  async evaluate<T>(expression: string): Promise<T> {
    const question = { expression, returnByValue: true, awaitPromise: true }
    const answer = await this.send<{ result: { value: T }; exceptionDetails?: object }>(
      'Runtime.evaluate',
      question,
    )
    if (answer.exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(answer.exceptionDetails)}`)
    return answer.result.value
  }

  /** Waits until an expression is true in the page. */
  async until(expression: string, patienceMs = 15_000): Promise<void> {
    const end = performance.now() + patienceMs
    while (!(await this.evaluate<boolean>(`Boolean(${expression})`))) {
      if (performance.now() > end)
        throw new Error(`not within ${patienceMs} ms: ${expression}\n${await this.text()}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  text(): Promise<string> {
    return this.evaluate<string>('document.body.innerText')
  }

  /** Presses the last button with this text: dialogs stand behind the page. */
  async press(label: string): Promise<void> {
    const found = `[...document.querySelectorAll('button:not([disabled])')].findLast(
      (one) => one.innerText.trim() === ${JSON.stringify(label)})`
    await this.until(found)
    await this.evaluate(`${found}.click()`)
  }

  async type(selector: string, text: string): Promise<void> {
    const field = `document.querySelector(${JSON.stringify(selector)})`
    await this.until(field)
    await this.evaluate(`${field}.focus()`)
    await this.send('Input.insertText', { text })
  }

  /** Gives a file to the page's only file input. */
  async giveFile(file: string): Promise<void> {
    const expression = `document.querySelector('input[type=file]')`
    await this.until(expression)
    const { result } = await this.send<{ result: { objectId: string } }>('Runtime.evaluate', { expression })
    await this.send('DOM.setFileInputFiles', { files: [file], objectId: result.objectId })
  }

  async close(): Promise<void> {
    await this.protocol.send('Target.disposeBrowserContext', { browserContextId: this.profile })
  }
}
