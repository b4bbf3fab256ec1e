import './clock.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDateTime } from '#web/format.ts';
import { usePortalClock } from '#web/portalClock.ts';
import { useSessionState } from '#web/session.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { later } from '#web/ui/later.tsx';
import { Popover } from '#web/ui/Popover.tsx';
import { Pressable } from '#web/ui/Pressable.tsx';

import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    clock: typeof nb;
  }
}

const ClockPanel = later(async () => (await import('./ClockPanel.tsx')).ClockPanel);

const EVERY_MS = 5_000;

/** The mark of a demo municipality with the time it lives in, for everybody; who may, moves the clock from here. */
export function DemoClock() {
  const { t } = useTranslation('clock');
  const { session } = useShellContext();
  const mayMove = useSessionState(session)?.me?.permissions.includes('clock.move') ?? false;
  const clock = usePortalClock();
  const real = useTick(clock?.isDemo === true ? clock.offsetMs : undefined);
  if (!clock?.isDemo) return null;
  const now = real + clock.offsetMs;
  const time = formatDateTime(now);
  return (
    <Popover
      label={t('title')}
      placement="bottom end"
      trigger={
        <Pressable className="clock-mark">
          <strong>{t('demo')}</strong>
          <span className="clock-time">{time}</span>
        </Pressable>
      }
    >
      {() => <ClockPanel now={now} offsetMs={clock.offsetMs} mayMove={mayMove} />}
    </Popover>
  );
}

/** The machine's time, a little stale on purpose: the mark shows minutes. Told anew at once when the clock is moved. */
function useTick(offsetMs: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (offsetMs === undefined) return undefined;
    const tell = () => setNow(Date.now());
    tell();
    const timer = setInterval(tell, EVERY_MS);
    return () => clearInterval(timer);
  }, [offsetMs]);
  return now;
}
