import { DownloadIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { download } from '#web/api/files.ts';
import { currentLanguage } from '#web/i18n.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { notify } from '#web/ui/notices.ts';

import { imports } from '../contract.ts';

/** What the file could not give, with line and reason, to send back to whoever made it. */
export function RejectsMenu({ runId }: { runId: number }) {
  const { t } = useTranslation('import');
  const [isBusy, setBusy] = useState(false);
  const fetchFile = async (format: 'csv' | 'xlsx') => {
    const spoken = currentLanguage();
    setBusy(true);
    try {
      await download(imports.rejects, { id: runId, format, language: spoken === 'fr' ? 'en' : spoken });
    } catch {
      notify({ tone: 'danger', text: t('run.rejectsFailed') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      label={t('run.rejects')}
      placement="bottom end"
      trigger={
        <Button icon={<DownloadIcon aria-hidden />} isPending={isBusy}>
          {t('run.rejects')}
        </Button>
      }
    >
      <MenuItem onAction={() => void fetchFile('csv')}>{t('run.csv')}</MenuItem>
      <MenuItem onAction={() => void fetchFile('xlsx')}>{t('run.xlsx')}</MenuItem>
    </Menu>
  );
}
