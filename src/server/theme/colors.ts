/**
 * A municipality's colours as CSS. Designsystemet makes 16 steps of one colour, for light and for dark,
 * whose contrast meets WCAG 2.2 AA whatever the colour is; here they get the names components speak.
 */
import { baseColors, generateColorScale } from '@digdir/designsystemet/color';

type Hex = `#${string}`;
type Scale = Record<string, Hex>;

const NEUTRAL: Hex = '#2b3036';

/** Variable name → the step of the scale it takes. */
const accentSteps = {
  accent: 'base-default',
  'accent-hover': 'base-hover',
  'accent-active': 'base-active',
  'on-accent': 'base-contrast-default',
  'accent-text': 'text-subtle',
  'accent-text-strong': 'text-default',
  'accent-line': 'border-strong',
  'accent-line-subtle': 'border-subtle',
  'accent-faint': 'background-tinted',
  'accent-surface': 'surface-tinted',
  'accent-surface-hover': 'surface-hover',
} as const;

const neutralSteps = {
  surface: 'background-default',
  'surface-sunken': 'background-tinted',
  'surface-raised': 'surface-default',
  'surface-muted': 'surface-tinted',
  'surface-hover': 'surface-tinted',
  'surface-active': 'surface-hover',
  line: 'surface-hover',
  'line-medium': 'border-subtle',
  'line-strong': 'border-default',
  text: 'text-default',
  'text-subtle': 'text-subtle',
  inverse: 'base-default',
  'inverse-hover': 'base-hover',
  'on-inverse': 'base-contrast-default',
} as const;

const stateSteps = {
  '': 'base-default',
  '-hover': 'base-hover',
  '-active': 'base-active',
  '-mark': 'border-default',
  '-line': 'border-default',
  '-line-subtle': 'border-subtle',
  '-surface': 'background-tinted',
  '-surface-strong': 'surface-tinted',
  '-text': 'text-subtle',
  '-text-strong': 'text-default',
} as const;

/** The variables that follow the municipality's colour, about 1 kB. The colour is `#rrggbb`. */
export function municipalityColors(color: Hex): string {
  return root(named(color, accentSteps));
}

/** The same beside a built style sheet that has them already: these win, whichever comes first. */
export function municipalityTheme(color: Hex): string {
  return `:root${municipalityColors(color)}`;
}

/** The same one by one, for whoever wants to see a colour before it is chosen. */
export function municipalityShades(color: Hex): { name: string; light: Hex; dark: Hex }[] {
  const [light, dark] = [scale(color, 'light'), scale(color, 'dark')];
  return Object.entries(accentSteps).map(([name, step]) => ({
    name,
    light: light[step] ?? color,
    dark: dark[step] ?? color,
  }));
}

/** The variables that are the same for every municipality: greys and states. */
export function commonColors(): string {
  const states = (['danger', 'warning', 'success', 'info'] as const).flatMap((state) => {
    const color = baseColors[state];
    const lines = Object.entries(stateSteps).map(([suffix, step]) => pair(`${state}${suffix}`, color, step));
    lines.push(pair(`on-${state}`, color, 'base-contrast-default'));
    return lines;
  });
  return root([...named(NEUTRAL, neutralSteps), ...states]);
}

function named(color: Hex, steps: Record<string, string>): string[] {
  return Object.entries(steps).map(([name, step]) => pair(name, color, step));
}

function pair(name: string, color: Hex, step: string): string {
  return `--${name}:light-dark(${scale(color, 'light')[step]},${scale(color, 'dark')[step]})`;
}

const made = new Map<string, Scale>();

function scale(color: Hex, scheme: 'light' | 'dark'): Scale {
  const key = `${color} ${scheme}`;
  const known = made.get(key);
  if (known) return known;
  const steps = Object.fromEntries(generateColorScale(color, scheme).map((step) => [step.name, step.hex]));
  made.set(key, steps);
  return steps;
}

const root = (lines: string[]): string => `:root{\n  ${lines.join(';\n  ')};\n}\n`;
