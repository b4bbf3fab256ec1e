import { useTranslation } from 'react-i18next';

import { Status } from '#web/ui/Status.tsx';

import type { chatStatuses, teamStatuses } from '../contract.ts';
import { chatTones, teamTones } from './shared.tsx';

export function TeamMark({ status }: { status: (typeof teamStatuses)[number] }) {
  const { t } = useTranslation('groups');
  return <Status tone={teamTones[status]}>{t(`choice.teamStatus.${status}`)}</Status>;
}

export function ChatMark({ status }: { status: (typeof chatStatuses)[number] }) {
  const { t } = useTranslation('groups');
  return <Status tone={chatTones[status]}>{t(`choice.chatStatus.${status}`)}</Status>;
}
