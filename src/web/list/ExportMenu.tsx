import { DownloadIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Route } from '#kernel/contract.ts';

import { download } from '../api/files.ts';
import { formatNumber } from '../format.ts';
import { currentLanguage } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuItem, MenuSection } from '../ui/Menu.tsx';
import { notify } from '../ui/notices.ts';
import type { Question } from './question.ts';
import { type Selection, countSelected } from './selection.ts';

interface ExportMenuProps {
  route: Route;
  question: Question;
  columns: readonly string[] | undefined;
  total: number;
  selection: Selection;
}

/** The contract names at most this many keys (`kernel/list.ts`, `only`). */
const mostKeys = 100;

/** The whole result or the chosen rows, as csv or xlsx, with the columns as the reader has them. */
export function ExportMenu({ route, question, columns, total, selection }: ExportMenuProps) {
  const { t } = useTranslation('list');
  const [isBusy, setIsBusy] = useState(false);
  const count = countSelected(selection, total);
  const keys = selection.all ? undefined : [...selection.keys];
  const mayChosen = keys !== undefined && keys.length <= mostKeys;

  const fetchFile = async (format: 'csv' | 'xlsx', only: readonly string[] | undefined) => {
    const spoken = currentLanguage();
    setIsBusy(true);
    try {
      notify({ tone: 'info', text: t('exportStarted') });
      await download(route, {
        ...question,
        format,
        ...(columns ? { columns: [...columns] } : {}),
        ...(only ? { only: [...only] } : {}),
        language: spoken === 'fr' ? 'en' : spoken,
      });
    } catch {
      notify({ tone: 'danger', text: t('exportFailed') });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Menu
      label={t('export')}
      placement="bottom end"
      trigger={
        <Button icon={<DownloadIcon aria-hidden />} isPending={isBusy}>
          {t('export')}
        </Button>
      }
    >
      <MenuSection title={t('exportAll', { count: formatNumber(total) })}>
        <MenuItem onAction={() => void fetchFile('xlsx', undefined)}>{t('exportXlsx')}</MenuItem>
        <MenuItem onAction={() => void fetchFile('csv', undefined)}>{t('exportCsv')}</MenuItem>
      </MenuSection>
      {count > 0 && keys !== undefined && (
        <MenuSection
          title={
            mayChosen
              ? t('exportChosen', { count: formatNumber(count) })
              : t('exportTooMany', { count: String(mostKeys) })
          }
        >
          <MenuItem isDisabled={!mayChosen} onAction={() => void fetchFile('xlsx', keys)}>
            {t('exportXlsx')}
          </MenuItem>
          <MenuItem isDisabled={!mayChosen} onAction={() => void fetchFile('csv', keys)}>
            {t('exportCsv')}
          </MenuItem>
        </MenuSection>
      )}
    </Menu>
  );
}
