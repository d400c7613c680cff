import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { connectAtStart } from '../lib/connection-store.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { createAppRouter } from './router.tsx'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

export function App() {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    void connectAtStart().then(() => setReady(true))
  }, [])
  if (!isReady) return null
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
