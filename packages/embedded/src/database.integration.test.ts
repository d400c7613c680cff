import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MIGRATIONS_DIR, openDatabase, openPool } from './database.ts'
import { startBackend } from './index.ts'
import { type LaunchedPostgres, launchPostgres } from './postgres/launcher.ts'
import { loadSecrets } from './secrets.ts'

/** A server as people have it: its superuser is called `postgres`, and nothing of ours is in it. */
describe('an existing Postgres', () => {
  let folder: string
  let server: LaunchedPostgres
  const url = (user: string) => `postgres://${user}:secret@127.0.0.1:${server.port}/postgres`

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-external-'))
    await chmod(folder, 0o711)
    server = await launchPostgres({ dataDir: folder, password: 'secret', durable: false })
    const admin = openPool(url('supabase_admin'), 1)
    await admin
      .unsafe(`
      create role postgres superuser login password 'secret';
      create role plain login password 'secret';
    `)
      .simple()
    await admin.end()
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  const open = async (externalUrl: string) =>
    openDatabase({
      dataDir: folder,
      secrets: await loadSecrets(folder),
      externalUrl,
      migrationsDir: MIGRATIONS_DIR,
    })

  it('is refused with the right that its role lacks', async () => {
    await expect(open(url('plain'))).rejects.toMatchObject({
      code: 'database_rights',
      message: expect.stringContaining('plain'),
      hint: expect.stringContaining('superuser'),
    })
  })

  it('is refused with a clear text when nobody answers', async () => {
    await expect(open('postgres://x:y@127.0.0.1:1/none')).rejects.toMatchObject({
      code: 'database_unreachable',
    })
  })

  it('gets migrations by a role without superuser, twice without change', async () => {
    for (let round = 0; round < 2; round++) {
      const database = await open(url('postgres'))
      const owner = openPool(database.ownerUrl, 1)
      const [row] = await owner`
        select current_user as name, rolsuper from pg_roles where rolname = current_user`
      expect(row).toEqual({ name: 'plinth_owner', rolsuper: false })
      await owner.end()
      await database.stop()
    }
    const admin = openPool(url('postgres'), 1)
    const [owners] = await admin`
      select count(*)::int as n from pg_class c join pg_roles r on r.oid = c.relowner
      where c.relnamespace = 'plinth'::regnamespace and r.rolsuper`
    expect(owners?.n).toBe(0)
    await admin.end()
  })

  it('is found under its own name when the address names none', async () => {
    const database = await open(url('postgres').replace(/\/postgres$/, ''))
    const owner = openPool(database.ownerUrl, 1)
    expect(await owner`select current_database() as name`).toMatchObject([{ name: 'postgres' }])
    await owner.end()
    const { searchParams } = new URL((await open(`${url('postgres')}?connect_timeout=7`)).ownerUrl)
    expect(searchParams.get('connect_timeout')).toBe('7')
  })

  it('is prepared again when somebody else has set the passwords of its roles', async () => {
    const admin = openPool(url('postgres'), 1)
    await open(url('postgres'))
    await admin`alter role authenticator password 'another installation'`
    const database = await open(url('postgres'))
    const authenticator = openPool(database.urlOf('authenticator'), 1)
    expect(await authenticator`select 1 as one`).toMatchObject([{ one: 1 }])
    await authenticator.end()
    await admin.end()
  })

  it('is refused with the role that it does not let in', async () => {
    const hba = join(folder, 'postgres', 'pg_hba.conf')
    const before = await readFile(hba, 'utf8')
    const admin = openPool(url('postgres'), 1)
    await writeFile(hba, `host all supabase_auth_admin all reject\n${before}`)
    await admin`select pg_reload_conf()`
    const refusal = { code: 'database_rights', message: expect.stringContaining('supabase_auth_admin') }
    await expect.poll(() => open(url('postgres')).catch((error) => error)).toMatchObject(refusal)
    await writeFile(hba, before)
    await admin`select pg_reload_conf()`
    await admin.end()
    await expect.poll(() => open(url('postgres')).then(() => 'open', String)).toBe('open')
  })

  it('serves the whole backend and is left running', async () => {
    const backend = await startBackend({
      dataDir: join(folder, 'data'),
      port: 0,
      databaseUrl: url('postgres'),
    })
    expect((await fetch(`${backend.url}/health`)).status).toBe(200)
    const answer = await fetch(`${backend.url}/rest/v1/rpc/schema_version`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-profile': 'plinth' },
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toBeTypeOf('number')
    await backend.stop()
    const admin = openPool(url('postgres'), 1)
    expect(await admin`select 1 as one`).toMatchObject([{ one: 1 }])
    await admin.end()
  })
})
