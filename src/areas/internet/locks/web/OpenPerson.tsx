import { PadlockUnlockedIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Explanation } from '#areas/internet/explain/contract.ts';
import { later } from '#web/ui/later.tsx';
import { WhyButton } from '#web/why/WhyButton.tsx';

const OpenDialog = later(async () => (await import('./OpenDialog.tsx')).OpenDialog);

/** Opens the internet for one person in spite of the locks over them now; whoever may not is told who may. */
export function OpenPerson({ answer }: { answer: Explanation }) {
  const { t } = useTranslation('locks');
  const [isOpen, setOpen] = useState(false);
  const shut = answer.locks.filter(({ standing }) => standing !== 'opened');
  // A lock that stays closes the net just as well alone.
  const against = shut.find(({ cannotOpen }) => cannotOpen !== null)?.cannotOpen ?? undefined;
  if (!answer.locked && !isOpen) return null;
  return (
    <div>
      <WhyButton why={against} icon={<PadlockUnlockedIcon aria-hidden />} onPress={() => setOpen(true)}>
        {t('open.for', { name: answer.displayName })}
      </WhyButton>
      {isOpen && <OpenDialog wish={{ person: answer, locks: shut }} onClose={() => setOpen(false)} />}
    </div>
  );
}
