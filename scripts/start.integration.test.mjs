import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { conflictOf, isNodeNewEnough, readEnvironment, readOptions } from './start-options.mjs'

const script = fileURLToPath(new URL('start.mjs', import.meta.url))
const cleanUps = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

function run(...args) {
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
}

describe('the options of npm start', () => {
  it('are read in both notations', () => {
    expect(readOptions(['--port', '9000', '--data=x', '--demo']).options).toEqual({
      port: 9000,
      data: 'x',
      host: '127.0.0.1',
      demo: true,
      reset: false,
      help: false,
    })
  })

  it.each([['--nope'], ['--port'], ['--port', 'abc'], ['--port', '70000'], ['--data', '--demo'], ['stray']])(
    'are refused when wrong: %s %s',
    (...args) => {
      expect(readOptions(args.filter(Boolean)).problem).toBeTypeOf('string')
    },
  )

  it.each([
    [{ host: '0.0.0.0' }, {}, '--host'],
    [{ host: '192.168.0.7' }, {}, '--host'],
    [{}, { siteUrl: 'https://plinth.example.org' }, 'PLINTH_SITE_URL'],
    [{}, { smtpUrl: 'smtp://mail.example.org' }, 'PLINTH_SMTP_URL'],
  ])('with the demo are refused where others reach its accounts: %j %j', (more, environment, named) => {
    const options = { demo: true, host: '127.0.0.1', ...more }
    expect(conflictOf(options, environment)).toContain(named)
    expect(conflictOf({ ...options, demo: false }, environment)).toBeUndefined()
  })

  it('go with the demo on this machine', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1', '127.0.0.2']) {
      expect(conflictOf({ demo: true, host }, {})).toBeUndefined()
    }
  })

  it('are explained on demand and after a mistake', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--reset') })
    const mistake = run('--prot', '1')
    expect(mistake).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^Unknown option: --prot\n\nUsage/),
    })
  })
})

describe('the environment of npm start', () => {
  it('is read; an empty variable counts as not set', () => {
    const env = { DATABASE_URL: '', PLINTH_SITE_URL: 'https://plinth.example.org/', PLINTH_MAIL_FROM: '' }
    expect(readEnvironment(env)).toEqual({ environment: { siteUrl: 'https://plinth.example.org' } })
    const smtpUrl = 'smtp://ada:secret@mail.example.org:587'
    expect(readEnvironment({ PLINTH_SMTP_URL: smtpUrl })).toEqual({ environment: { smtpUrl } })
  })

  it.each([
    ['DATABASE_URL', 'db.example.org:secret'],
    ['DATABASE_URL', 'https://ada:secret@db.example.org'],
    ['PLINTH_SMTP_URL', 'mail.secret.example.org'],
    ['PLINTH_SITE_URL', 'plinth.secret.example.org'],
    ['PLINTH_SITE_URL', 'https://secret.example.org/plinth'],
  ])('%s=%s is refused without being repeated', (name, value) => {
    const { problem } = readEnvironment({ [name]: value })
    expect(problem).toContain(`${name} must`)
    expect(problem).not.toContain('secret')
  })
})

describe('the Node version', () => {
  it('that is too old is told in one sentence', () => {
    const old = 'data:text/javascript,Object.defineProperty(process,"version",{value:"v18.20.0"})'
    const { status, stderr } = spawnSync(process.execPath, ['--import', old, script], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toBe('Plinth needs Node.js 20.19 or newer; this is v18.20.0. See https://nodejs.org.\n')
  })

  it.each([
    ['v18.20.0', false],
    ['v20.18.3', false],
    ['v20.19.0', true],
    ['v22.1.0', true],
    ['v24.0.0', true],
  ])('%s is judged', (version, isEnough) => {
    expect(isNodeNewEnough(version)).toBe(isEnough)
  })
})

describe('npm start', () => {
  it('prints one address, serves the app there, and ends in order on Ctrl-C', {
    timeout: 180_000,
  }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plinth-start-'))
    chmodSync(folder, 0o711)
    const child = spawn(process.execPath, [script, '--port', '0', '--data', path.join(folder, 'data')])
    cleanUps.push(() => {
      if (child.exitCode === null) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    })
    const output = await readUntil(child, 'Stop with Ctrl-C')
    const address = /Plinth is ready: (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1]
    const page = await fetch(`${address}/`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="root"')
    expect(output).toMatch(/\/mailbox\?key=\S+/)
    // What Postgres tells of its routine goes into its log, not into the terminal.
    expect(output).not.toMatch(/LOG:|checkpoint|logical decoding/)
    expect(readFileSync(path.join(folder, 'data', 'postgres.log'), 'utf8')).toContain('LOG:')
    // npm passes Ctrl-C on although the terminal sent it already.
    child.kill('SIGINT')
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

describe('npm start under a supervisor', () => {
  it('ends in order when npm’s shell is ended', { timeout: 180_000 }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plinth-start-'))
    chmodSync(folder, 0o711)
    // The second command keeps the shell from becoming the program.
    const command = `"${process.execPath}" "${script}" --port 0 --data "${folder}/data"; exit $?`
    const env = { ...process.env, npm_lifecycle_event: 'start' }
    const shell = spawn('sh', ['-c', command], { env })
    const output = await readUntil(shell, 'Stop with Ctrl-C')
    const address = /Plinth is ready: (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1]
    const pid = Number(readFileSync(path.join(folder, 'data', 'plinth.lock'), 'utf8').split(' ')[0])
    cleanUps.push(() => {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended, as it should.
      }
      rmSync(folder, { recursive: true, force: true })
    })
    shell.kill('SIGTERM')
    await expect
      .poll(() => existsSync(path.join(folder, 'data', 'plinth.lock')), { timeout: 30_000 })
      .toBe(false)
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  })
})

function readUntil(child, text) {
  return new Promise((done, failed) => {
    let output = ''
    const add = (chunk) => {
      output += chunk
      if (output.includes(text)) done(output)
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.once('exit', (code) => failed(new Error(`ended with code ${code}\n${output}`)))
  })
}
