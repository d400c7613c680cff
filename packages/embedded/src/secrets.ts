import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import type { ProjectKeys } from './context.ts'
import { fileFailure, StartFailure } from './start-failure.ts'
import { writeDurably } from './write-durably.ts'

/** Everything secret of one installation, kept in `secrets.json` (0600) of its data folder. */
export interface Secrets extends ProjectKeys {
  /** Role passwords are derived from it. */
  databaseSecret: string
}

/** Reads the secrets of `dataDir`, making them at the first start. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw fileFailure(error, path)
  })
  if (found !== undefined) return parseSecrets(found, path)
  const secrets = await makeSecrets()
  try {
    await writeDurably(path, JSON.stringify(secrets, null, 2))
  } catch (error) {
    throw fileFailure(error, path)
  }
  return secrets
}

function parseSecrets(text: string, path: string): Secrets {
  try {
    return JSON.parse(text) as Secrets
  } catch (error) {
    throw new StartFailure(
      'data_incomplete',
      `${path} is damaged.`,
      'Put back a copy of it, or start with --reset to begin anew.',
      error,
    )
  }
}

async function makeSecrets(): Promise<Secrets> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = randomBytes(12).toString('hex')
  const shared = { kid, alg: 'ES256', use: 'sig' }
  return {
    databaseSecret: randomBytes(32).toString('hex'),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    jwtSecret: randomBytes(32).toString('base64url'),
    signingKey: {
      kid,
      publicJwk: { ...(await exportJWK(publicKey)), ...shared },
      privateJwk: { ...(await exportJWK(privateKey)), ...shared },
    },
  }
}

/** Password of a database role: letters and digits only, so it needs no quoting in SQL or URLs. */
export function rolePassword(secrets: Pick<Secrets, 'databaseSecret'>, role: string): string {
  return createHmac('sha256', secrets.databaseSecret).update(role).digest('hex')
}
