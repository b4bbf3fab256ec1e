import { useTranslation } from 'react-i18next';

import { type PageTab, PageTabs } from '#web/shell/PageTabs.tsx';

const pages: readonly PageTab[] = [
  { to: '/tools/personal-numbers', title: 'tab.ssnDeviation', permission: 'national-number.deviations' },
  {
    to: '/tools/personal-numbers/duplicates',
    title: 'tab.ssnDuplicate',
    permission: 'national-number.deviations',
  },
  { to: '/tools/personal-numbers/changes', title: 'tab.ssnChange', permission: 'national-number.change' },
];

export function NumberTabs() {
  const { t } = useTranslation('shell');
  return <PageTabs label={t('title.personalNumbers')} pages={pages} />;
}
