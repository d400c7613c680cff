/** How close a workspace is to its quota, and which of its bases take the room. */
import type { QuotaAmounts, UsedAmounts, WorkspaceUsage } from '@plinth/domain'

export type UsageLevel = 'fine' | 'near' | 'full'
export type Amount = keyof QuotaAmounts

export const amounts: readonly Amount[] = ['tables', 'rows', 'fileBytes']

/** From here on people are warned: late enough to mean something, early enough to act. */
const nearShare = 0.8

/** 0 … beyond 1: a quota can be lowered below what is there. Where nothing is allowed, nothing more fits. */
function shareOf(used: number, quota: number): number {
  return quota > 0 ? used / quota : 1
}

export function levelOf(used: number, quota: number): UsageLevel {
  const share = shareOf(used, quota)
  if (share >= 1) return 'full'
  return share >= nearShare ? 'near' : 'fine'
}

/** Rounded down, so that 100 % means that nothing is left. */
export function percentText(used: number, quota: number): string {
  const percent = Math.floor(shareOf(used, quota) * 100)
  return percent === 0 && used > 0 ? '< 1 %' : `${percent.toLocaleString()} %`
}

/** Bytes of records and files together. */
export function sizeOf({ fileBytes, dataBytes }: UsedAmounts): number {
  return fileBytes + dataBytes
}

/** Largest first; what is in no base that one may see stays at the end. */
export function basesBySize(bases: WorkspaceUsage['bases']): WorkspaceUsage['bases'] {
  return [...bases].sort((a, b) => Number(a.id === null) - Number(b.id === null) || sizeOf(b) - sizeOf(a))
}

export function strainedOf({ used, quota }: WorkspaceUsage): Record<'full' | 'near', readonly Amount[]> {
  const at = (level: UsageLevel) => amounts.filter((amount) => levelOf(used[amount], quota[amount]) === level)
  return { full: at('full'), near: at('near') }
}
