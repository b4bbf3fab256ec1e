import { useTranslation } from 'react-i18next';

import { useMay } from '#web/list/useMay.ts';
import { Page } from '#web/shell/Page.tsx';

import { PasteActs } from './PasteActs.tsx';
import { PasteBox } from './PasteBox.tsx';

/** A list somebody sent, to act upon. */
export function PastePage() {
  const { t } = useTranslation('many');
  const findsByNumber = useMay('national-number.show');
  const lead = findsByNumber ? t('paste.lead') : t('paste.leadNoNumbers');
  return (
    <Page title={t('paste.title')} lead={lead} layout="reading">
      <PasteBox acts={(people) => <PasteActs people={people} />} />
    </Page>
  );
}
