import { limits } from '#kernel/limits.ts';

/** An employee's title from the source's sub-role: the schema writes them as one lower-case word. At most 64 characters (specification §5). */
const written: Record<string, string> = {
  iktansvarlig: 'IKT-ansvarlig',
  pptansatt: 'PPT-ansatt',
  skolehelsetjeneste: 'Ansatt i skolehelsetjenesten',
};

/** Undefined for a pupil's sub-role, which is a letter (the kind of upper-secondary pupil), and for parents. */
export function titleOf(subrole: string | undefined): string | undefined {
  if (subrole === undefined || subrole.length < 2 || subrole === 'foresattrepresentant') return undefined;
  return (written[subrole] ?? subrole.charAt(0).toUpperCase() + subrole.slice(1))
    .slice(0, limits.userTitle)
    .trim();
}
