import { Outlet } from '@tanstack/react-router'
import { BaseRoomProvider } from './BaseRoom.tsx'

/** What the pages of one base share: its live room, so that people stay while one walks from table to table. */
export default function BaseLayout() {
  return (
    <BaseRoomProvider>
      <Outlet />
    </BaseRoomProvider>
  )
}
