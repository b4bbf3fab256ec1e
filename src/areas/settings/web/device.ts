/** What a browser calls itself → what its owner calls it. The text is long and full of other browsers' names. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string, boolean])[] = [
  [/\biPhone\b/, 'iPhone', true],
  [/\biPad\b/, 'iPad', true],
  [/\bAndroid\b/, 'Android', true],
  [/\bCrOS\b/, 'Chromebook', false],
  [/\bWindows\b/, 'Windows', false],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac', false],
  [/\bLinux\b/, 'Linux', false],
];

export interface Device {
  browser: string;
  system: string;
  isHandheld: boolean;
}

/** Undefined when either cannot be told. */
export function deviceOf(userAgent: string | null): Device | undefined {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent ?? ''));
  const system = systems.find(([pattern]) => pattern.test(userAgent ?? ''));
  if (!browser || !system) return undefined;
  return { browser: browser[1], system: system[1], isHandheld: system[2] };
}
