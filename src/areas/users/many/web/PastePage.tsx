import { useTranslation } from 'react-i18next';

import { Page } from '#web/shell/Page.tsx';

import { PasteActs } from './PasteActs.tsx';
import { PasteBox } from './PasteBox.tsx';

/** A list somebody sent, to act upon. */
export function PastePage() {
  const { t } = useTranslation('many');
  return (
    <Page title={t('paste.title')} lead={t('paste.lead')} layout="reading">
      <PasteBox acts={(people) => <PasteActs people={people} />} />
    </Page>
  );
}
