/** The options of `npm start`: read, checked, explained. Plain JavaScript, because nothing is installed yet. */

export const usage = `Usage: npm start [-- OPTIONS]

Starts Plinth with its own database on this machine and prints the address to open.

  --port PORT   port to listen on (default 8000)
  --data DIR    folder of everything kept (default .plinth in this repository)
  --host HOST   address to listen on, to let other machines in (default 127.0.0.1; turns the mailbox off)
  --demo        furnish it with demo accounts and print their passwords; not with --host
  --reset       delete what the data folder holds of Plinth, then start anew
  --help        print this

Environment:
  DATABASE_URL       postgres://user:password@host:port/database of an existing Postgres 15 to 18, as
                     superuser, in place of the own one
  PLINTH_SITE_URL    the origin that browsers use, if a proxy stands in front
  PLINTH_SMTP_URL    smtp://user:password@host:port, to send mail instead of showing it in the mailbox
  PLINTH_MAIL_FROM   the sender of those mails`

/**
 * Reads the arguments.
 * @param {string[]} args
 * @returns {{options: {port: number, data: string, host: string, demo: boolean, reset: boolean, help: boolean}} | {problem: string}}
 */
export function readOptions(args) {
  const options = { port: 8000, data: '.plinth', host: '127.0.0.1', demo: false, reset: false, help: false }
  const rest = args.flatMap((arg) => (/^--\w+=/.test(arg) ? splitAssignment(arg) : [arg]))
  while (rest.length > 0) {
    const name = rest.shift()
    if (name === '--demo' || name === '--reset' || name === '--help') {
      options[name.slice(2)] = true
    } else if (name === '-h') {
      options.help = true
    } else if (name === '--port' || name === '--data' || name === '--host') {
      const value = rest.shift()
      if (value === undefined || value === '' || value.startsWith('--')) {
        return { problem: `${name} needs a value.` }
      }
      if (name === '--port') {
        options.port = Number(value)
        if (!/^\d+$/.test(value) || options.port > 65535) {
          return { problem: `--port takes a number from 0 to 65535, not “${value}”.` }
        }
      } else {
        options[name.slice(2)] = value
      }
    } else {
      return { problem: `Unknown option: ${name}` }
    }
  }
  return { options }
}

/** What each variable must look like. Values are never repeated in messages: they hold passwords. */
const variables = [
  { name: 'DATABASE_URL', key: 'databaseUrl', like: 'postgres://user:password@host:5432/database' },
  { name: 'PLINTH_SITE_URL', key: 'siteUrl', like: 'https://plinth.example.org' },
  { name: 'PLINTH_SMTP_URL', key: 'smtpUrl', like: 'smtp://user:password@host:587' },
]

const schemes = {
  databaseUrl: ['postgres:', 'postgresql:'],
  siteUrl: ['http:', 'https:'],
  smtpUrl: ['smtp:', 'smtps:'],
}

/**
 * Reads the environment; an empty variable counts as not set.
 * @param {Record<string, string | undefined>} env
 * @returns {{environment: {databaseUrl?: string, siteUrl?: string, smtpUrl?: string, mailFrom?: string}} | {problem: string}}
 */
export function readEnvironment(env) {
  const environment = { mailFrom: env.PLINTH_MAIL_FROM || undefined }
  for (const { name, key, like } of variables) {
    const value = env[name]
    if (!value) continue
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url?.host || !schemes[key].includes(url.protocol)) {
      return { problem: `${name} must be an address like ${like}` }
    }
    if (key === 'siteUrl' && url.pathname !== '/') {
      return { problem: `${name} must name a site without a path, like ${like}` }
    }
    environment[key] = key === 'siteUrl' ? url.origin : value
  }
  return { environment }
}

/**
 * Why options and environment do not go together, or undefined.
 * @param {{demo: boolean, host: string}} options
 * @param {{smtpUrl?: string, siteUrl?: string}} environment
 */
export function conflictOf({ demo, host }, { smtpUrl, siteUrl }) {
  if (demo && smtpUrl) {
    return '--demo reads its mails from the mailbox: it does not go together with PLINTH_SMTP_URL.'
  }
  const isReachable = !/^(localhost|::1|127(\.\d{1,3}){3})$/.test(host) || siteUrl !== undefined
  if (demo && isReachable) {
    return '--demo makes accounts whose passwords everybody knows: it does not go together with --host or PLINTH_SITE_URL.'
  }
  return undefined
}

function splitAssignment(arg) {
  const at = arg.indexOf('=')
  return [arg.slice(0, at), arg.slice(at + 1)]
}

/** Whether `version` (such as `v20.19.0`) can run Plinth. */
export function isNodeNewEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}
