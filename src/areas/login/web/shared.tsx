/** What other areas may use of signing in, fetched when first opened. */
import { later } from '#web/ui/later.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

/** The form in which the owner of a portal account chooses a new password; needs the texts of `login`. */
export const OwnPasswordForm = later(
  async () => (await import('./OwnPasswordForm.tsx')).OwnPasswordForm,
  <SkeletonLines lines={6} />,
);

export { LoginFrame, useFrontPage } from './LoginFrame.tsx';
export { RecoveryCode } from './RecoveryCode.tsx';
