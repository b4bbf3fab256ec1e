import { useEffect, useState } from 'react';

import type { PaletteHit, PaletteProvider } from '../nav.ts';

export interface ProviderHits {
  provider: PaletteProvider;
  hits: readonly PaletteHit[];
}

interface Answer {
  /** What was asked for. */
  text: string;
  groups: readonly ProviderHits[];
  hasFailed: boolean;
}

const nothing: Answer = { text: '', groups: [], hasFailed: false };
const SHORTEST = 2;

/** Asks every provider once the typing rests for 120 ms; an answer that is overtaken is thrown away. */
export function usePaletteHits(providers: readonly PaletteProvider[], typed: string) {
  const [answer, setAnswer] = useState(nothing);
  const text = typed.trim();
  const isAsking = text.length >= SHORTEST && providers.length > 0;

  useEffect(() => {
    if (!isAsking) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const found = await ask(providers, text, abort.signal);
      if (!abort.signal.aborted) setAnswer(found);
    }, 120);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [providers, text, isAsking]);

  const shown = isAsking ? answer : nothing;
  return { ...shown, isSearching: isAsking && answer.text !== text };
}

async function ask(
  providers: readonly PaletteProvider[],
  text: string,
  signal: AbortSignal,
): Promise<Answer> {
  const answers = await Promise.allSettled(providers.map((provider) => provider.search(text, signal)));
  const groups = providers.flatMap((provider, index) => {
    const answer = answers[index];
    return answer?.status === 'fulfilled' && answer.value.length > 0
      ? [{ provider, hits: answer.value }]
      : [];
  });
  return { text, groups, hasFailed: answers.every(({ status }) => status === 'rejected') };
}
