import type { Sql } from 'postgres'
import { StartFailure } from '../start-failure.ts'

/** What the database connection may do, and what the server is. */
export interface Rights {
  user: string
  database: string
  isSuperuser: boolean
  /** On a server that is not ours, `postgres` usually is the superuser and must not run migrations. */
  postgresIsSuperuser: boolean
  version: number
  walLevel: string
}

/** Reads the rights of `admin`'s role. */
export async function readRights(admin: Sql): Promise<Rights> {
  const [row] = await admin`
    select current_user as "user", current_database() as database,
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      exists (select from pg_roles where rolname = 'postgres' and rolsuper) as "postgresIsSuperuser",
      current_setting('server_version_num')::int / 10000 as version,
      current_setting('wal_level') as "walLevel"`
  return row as unknown as Rights
}

/** Throws a failure that names the right or the version that is missing. */
export function refuseMissingRights(rights: Rights): void {
  if (rights.version < 15 || rights.version > 18) {
    throw new StartFailure(
      'database_rights',
      `The database of DATABASE_URL runs Postgres ${rights.version}; Plinth works with Postgres 15 to 18.`,
      'Name another server, or leave DATABASE_URL out to use the one that Plinth brings.',
    )
  }
  if (!rights.isSuperuser) {
    throw new StartFailure(
      'database_rights',
      `The role ${rights.user} of DATABASE_URL is not a superuser.`,
      'Plinth must create roles with BYPASSRLS and event triggers: give a superuser, on a database of its own.',
    )
  }
}
