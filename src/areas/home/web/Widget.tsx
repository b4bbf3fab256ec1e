import './home.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Button } from '#web/ui/Button.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

interface WidgetProps<Data> {
  title: string;
  /** At the right of the title: a switch, a time. */
  aside?: ReactNode;
  read: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}

/** One card of the home page. A card that cannot be fetched says so and leaves the others standing. */
export function Widget<Data>({ title, aside, read, children }: WidgetProps<Data>) {
  return (
    <section className="card home-widget" aria-label={title}>
      <header className="home-widget-head">
        <h2 className="section-title">{title}</h2>
        {aside}
      </header>
      <Content read={read}>{children}</Content>
    </section>
  );
}

function Content<Data>({ read, children }: Pick<WidgetProps<Data>, 'read' | 'children'>) {
  const { t } = useTranslation('home');
  if (read.data !== undefined) return children(read.data);
  if (!read.error) return <SkeletonLines lines={3} />;
  return (
    <div className="home-failed" role="alert">
      <p>{t('failed')}</p>
      <Button size="small" isPending={read.isFetching} onPress={() => void read.refetch()}>
        {t('retry')}
      </Button>
    </div>
  );
}
