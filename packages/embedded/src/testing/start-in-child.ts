import { startBackend } from '../index.ts'

/**
 * Program that tests start and kill: the backend over the data folder of its first argument. It prints one
 * line of JSON when it serves, or one with the failure.
 */
const dataDir = process.argv[2]
if (dataDir === undefined) throw new Error('no data folder given')
try {
  const { url, publishableKey, secretKey, databaseUrl, stop } = await startBackend({
    dataDir,
    port: Number(process.argv[3] ?? 0),
    config: { requireConfirmation: false },
  })
  process.once('SIGTERM', () => {
    void stop().then(() => process.exit(0))
  })
  console.log(JSON.stringify({ url, publishableKey, secretKey, databaseUrl }))
} catch (error) {
  const { code, message, hint } = error as { code?: string; message: string; hint?: string }
  console.log(JSON.stringify({ code, message, hint }))
  process.exit(1)
}
