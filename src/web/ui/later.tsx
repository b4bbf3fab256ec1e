import {
  type FunctionComponent,
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useState,
} from 'react';

/**
 * A part of a page that is fetched when it is first drawn, with its texts; until they have come, `meanwhile` is. React's
 * own `lazy` shows a fallback of Suspense, and what follows one is held back for 300 ms so that pages do not flicker: a
 * menu whose program came in 20 ms would open after 300. What could not be fetched is thrown to the nearest boundary, and
 * fetched anew when the part is drawn again.
 */
export function later<Part extends (props: never) => ReactNode>(
  load: () => Promise<Part>,
  meanwhile: ReactNode = null,
): Part {
  let known: FunctionComponent | undefined;
  async function fetchPart(): Promise<Fetched> {
    try {
      // oxlint-disable-next-line no-unsafe-type-assertion -- it is given what `Later` is given: the properties of the part
      known = (await load()) as unknown as FunctionComponent;
      return { Come: known };
    } catch (error) {
      return { error };
    }
  }

  function Later(props: object): ReactNode {
    const [{ Come, error }, setFetched] = useState<Fetched>({ Come: known });
    const isMissing = Come === undefined;
    useEffect(() => {
      if (!isMissing) return undefined;
      let isDrawn = true;
      const draw = async () => {
        const fetched = await fetchPart();
        // What it still waits for then, its texts, it waits for with `meanwhile` on the screen, and not with a fallback.
        if (isDrawn) startTransition(() => setFetched(fetched));
      };
      void draw();
      return () => {
        isDrawn = false;
      };
    }, [isMissing]);
    if (error !== undefined) throw error;
    return <Suspense fallback={meanwhile}>{Come ? <Come {...props} /> : meanwhile}</Suspense>;
  }
  // oxlint-disable-next-line no-unsafe-type-assertion -- drawn as the part itself
  return Later as unknown as Part;
}

interface Fetched {
  Come?: FunctionComponent | undefined;
  error?: unknown;
}
