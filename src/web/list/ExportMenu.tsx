import { DownloadIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { exports, mostChosen } from '#areas/export/contract.ts';
import type { Route } from '#kernel/contract.ts';

import { download } from '../api/files.ts';
import { call } from '../api/hooks.ts';
import { formatNumber } from '../format.ts';
import { currentLanguage } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuItem, MenuSection } from '../ui/Menu.tsx';
import { notify } from '../ui/notices.ts';
import type { Question } from './question.ts';
import { type Selection, countSelected, namedIn } from './selection.ts';

interface ExportMenuProps {
  route: Route;
  question: Question;
  columns: readonly string[] | undefined;
  total: number;
  selection: Selection;
}

/** An address holds at most this many keys (`kernel/list.ts`, `only`); more are put down first and named by a number. */
const mostInAddress = 100;

async function chosenBy(selection: Selection): Promise<{ only?: string[]; choice?: string }> {
  const keys = [...namedIn(selection)];
  if (!selection.all && keys.length <= mostInAddress) return { only: keys };
  return call(exports.choose, { keys, except: selection.all }, { handleErrors: false });
}

/** The whole result or the chosen rows, as csv or xlsx, with the columns as the reader has them. */
export function ExportMenu({ route, question, columns, total, selection }: ExportMenuProps) {
  const { t } = useTranslation('list');
  const [isBusy, setIsBusy] = useState(false);
  const count = countSelected(selection, total);
  // With nothing taken away from everything, the chosen ones are all of them.
  const isPart = count > 0 && !(selection.all && selection.except.size === 0);
  const mayChosen = namedIn(selection).size <= mostChosen;

  const fetchFile = async (format: 'csv' | 'xlsx', which: 'all' | 'chosen') => {
    const spoken = currentLanguage();
    setIsBusy(true);
    try {
      notify({ tone: 'info', text: t('exportStarted') });
      await download(route, {
        ...question,
        format,
        ...(columns ? { columns: [...columns] } : {}),
        ...(which === 'chosen' ? await chosenBy(selection) : {}),
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
        <MenuItem onAction={() => void fetchFile('xlsx', 'all')}>{t('exportXlsx')}</MenuItem>
        <MenuItem onAction={() => void fetchFile('csv', 'all')}>{t('exportCsv')}</MenuItem>
      </MenuSection>
      {isPart && (
        <MenuSection
          title={
            mayChosen
              ? t('exportChosen', { count: formatNumber(count) })
              : t('exportTooMany', { count: formatNumber(mostChosen) })
          }
        >
          <MenuItem isDisabled={!mayChosen} onAction={() => void fetchFile('xlsx', 'chosen')}>
            {t('exportXlsx')}
          </MenuItem>
          <MenuItem isDisabled={!mayChosen} onAction={() => void fetchFile('csv', 'chosen')}>
            {t('exportCsv')}
          </MenuItem>
        </MenuSection>
      )}
    </Menu>
  );
}
