import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

import type { ImportRun } from '../contract.ts';
import { useMayImport } from './useMayImport.ts';

interface DryRunActProps {
  run: ImportRun;
  /** The file, while this page still has it. */
  file: File | undefined;
  isSending: boolean;
  onImport: (acceptLeavers: boolean) => void;
}

/** After a rehearsal: nothing is changed yet, and here is how to go on. */
export function DryRunAct({
  run: { heldSchools, heldCount, heldLeavers },
  file,
  isSending,
  onImport,
}: DryRunActProps) {
  const { t } = useTranslation('import');
  const mayImport = useMayImport();
  const [accepts, setAccepts] = useState(false);
  const named = heldSchools
    .filter(({ kind }) => kind === 'left')
    .map(({ school }) => school ?? t('run.heldOwner'));
  const more = heldCount - heldSchools.length;
  const schools = [...new Set(named), ...(more > 0 ? [t('run.heldMore', { count: more })] : [])];
  return (
    <Alert tone="info" title={t('run.dryTitle')}>
      {mayImport && (
        <>
          <p>{file ? t('run.dryText') : t('run.dryLost')}</p>
          {file && heldLeavers > 0 && (
            <Checkbox
              label={t('run.accept')}
              hint={t('run.acceptHint', {
                people: formatNumber(heldLeavers),
                schools: schools.join(', '),
              })}
              isSelected={accepts}
              onChange={setAccepts}
            />
          )}
          <div className="import-acts" data-start>
            {file ? (
              <Button variant="primary" isPending={isSending} onPress={() => onImport(accepts)}>
                {t('run.importNow')}
              </Button>
            ) : (
              <LinkButton to="/tools/import/new">{t('run.chooseAgain')}</LinkButton>
            )}
          </div>
        </>
      )}
    </Alert>
  );
}
