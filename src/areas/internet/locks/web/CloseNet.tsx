import { GlobeSlashIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { GroupDetail } from '#areas/groups/contract.ts';
import type { TabProps } from '#web/card/registry.ts';
import { Button } from '#web/ui/Button.tsx';

import { LockDialog } from './shared.tsx';

interface ManyProps {
  rows: readonly { key: string; name: string }[];
  onClose: () => void;
}

/** One lock for all the groups chosen in the list: it begins, ends and is opened for all of them together. */
export function CloseNetForMany({ rows, onClose }: ManyProps) {
  const groups = rows.map(({ key, name }) => ({ name: key, displayName: name, kind: 'group' as const }));
  return <LockDialog wish={{ kind: 'new', groups }} onClose={onClose} />;
}

/** Closes the internet for a class from the head of its card, where a teacher in a hurry looks. */
export function CloseNet({ subject: { name, displayName } }: TabProps<GroupDetail>) {
  const { t } = useTranslation('locks');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<GlobeSlashIcon aria-hidden />} onPress={() => setOpen(true)}>
        {t('group.close')}
      </Button>
      {isOpen && (
        <LockDialog
          wish={{ kind: 'new', groups: [{ name, displayName, kind: 'group' }] }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
