/** The portal beside its control, in turns in the same run, and what the two came to. */

const GOAL = 0.9;

type Side = (round: number) => Promise<number | { count: number; ms: number }>;

/** Things per second of either side. */
export async function inTurns(
  rounds: number,
  sides: { control: Side; portal: Side },
): Promise<{ control: number; portal: number }> {
  const sums = { control: { count: 0, ms: 0 }, portal: { count: 0, ms: 0 } };
  for (let round = 0; round < rounds; round += 1) {
    const order = ['control', 'portal'] as const;
    for (const side of round % 2 === 0 ? order : order.toReversed()) {
      const begun = performance.now();
      const done = await sides[side](round);
      const { count, ms } = typeof done === 'number' ? { count: done, ms: performance.now() - begun } : done;
      sums[side].count += count;
      sums[side].ms += ms;
    }
  }
  return { control: rate(sums.control), portal: rate(sums.portal) };
}

function rate({ count, ms }: { count: number; ms: number }): number {
  return (count * 1_000) / ms;
}

export function compared(what: string, { control, portal }: { control: number; portal: number }): string {
  const ratio = portal / control;
  return `${what}: bare client ${control.toFixed(0)}/s, portal ${portal.toFixed(0)}/s, ratio ${ratio.toFixed(2)} (goal ${GOAL}: ${ratio >= GOAL ? 'met' : 'missed'})`;
}
