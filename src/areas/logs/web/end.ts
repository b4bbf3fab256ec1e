import { goTo } from '#web/goTo.ts';
import { i18n } from '#web/i18n.ts';
import { type Notice, notify } from '#web/ui/notices.ts';

import type { OperationRow } from '../contract.ts';
import { eventName } from './looks.tsx';
import { operationAddress } from './shared.tsx';

const tones: Partial<Record<OperationRow['status'], Notice['tone']>> = {
  completed: 'success',
  failed: 'danger',
  held: 'warning',
};

/** Tells who started an operation how it ended, wherever they are by then. */
export function tellEnd(row: OperationRow): void {
  const { status } = row;
  if (status === 'running') return;
  const say = i18n.getFixedT(null, ['logs', 'shell']);
  notify({
    tone: tones[status] ?? 'info',
    text: say(`logs:live.${status}`, { title: eventName(row) }),
    action: {
      label: say('shell:operations.log'),
      onPress: () => goTo(operationAddress(row.id), { replace: false }),
    },
  });
}
