import { Outlet } from '@tanstack/react-router';

import { NoticeRegion } from '../ui/NoticeRegion.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { UpdatePrompt } from './UpdatePrompt.tsx';
import { useTitle } from './useTitle.ts';

/** Around every page, signed in or not. */
export function RootPage() {
  const title = useTitle();
  return (
    <>
      <ConnectionBanner />
      <Outlet />
      <UpdatePrompt />
      <NoticeRegion />
      {/* Says where one has arrived; a page change without a reload is silent otherwise. */}
      <div className="visually-hidden" role="status" aria-live="polite" aria-atomic>
        {title}
      </div>
    </>
  );
}
