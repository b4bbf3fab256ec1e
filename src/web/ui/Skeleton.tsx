import './Skeleton.css';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';

declare module 'react' {
  /** React's type knows only the properties of CSS itself, and not those a style sheet names. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}

interface SkeletonProps {
  /** CSS lengths. */
  width?: string;
  height?: string;
}

/** A grey bar in the place of what is coming. */
export function Skeleton({ width, height }: SkeletonProps) {
  const size: CSSProperties = { '--w': width, '--h': height };
  return <span className="ui-skeleton" style={size} aria-hidden />;
}

/** Lines of text that are coming, announced as loading. */
export function SkeletonLines({ lines = 4 }: { lines?: number }) {
  const { t } = useTranslation('ui');
  return (
    <div className="ui-skeleton-lines">
      <span className="visually-hidden" role="status">
        {t('loading')}
      </span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} />
      ))}
    </div>
  );
}
