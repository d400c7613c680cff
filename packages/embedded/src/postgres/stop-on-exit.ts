import type { ChildProcess } from 'node:child_process'

/**
 * If Node ends without a stop (an uncaught error, a second Ctrl-C, Ctrl-C during the start), the program
 * gets `signal`. Returns what takes that back.
 */
export function stopOnExit(child: ChildProcess, signal: NodeJS.Signals): () => void {
  const hook = () => void child.kill(signal)
  process.once('exit', hook)
  const drop = () => void process.removeListener('exit', hook)
  child.once('close', drop)
  return drop
}
