import { QueryClient } from '@tanstack/react-query'
import { RefusedError } from './unwrap.ts'

const worthRetrying = new Set(['network', 'timeout', 'busy'])

/** Metadata only: rows have their own store. A refusal is final; a broken line is tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        retry: (count, problem) =>
          count < 2 && problem instanceof RefusedError && worthRetrying.has(problem.error.code),
        retryDelay: (count) => Math.min(400 * 2 ** count, 3_000),
        // The browser's own idea of being offline is often wrong on intranets; the embedded backend is one.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
