/** A PDF made in memory: A4, Inter (names hold Sami and Polish letters), nothing kept on disk. */
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const font = (weight: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`));

const fonts = { regular: '400Regular', semibold: '600SemiBold', bold: '700Bold' } as const;

/** In points. */
export const A4 = { width: 595.28, height: 841.89 } as const;

export type Document = PDFKit.PDFDocument;

interface Heading {
  title: string;
  language: string;
  /** By the portal's clock. */
  now: Date;
  margin?: number;
}

/** Others are served now: a sheet for a thousand people is drawn for seconds, and asks for this after each page. */
export const letOthersBeServed = (): Promise<void> => setImmediate();

/** `draw` begins on the first page; the document is closed after it. Fonts: `regular`, `semibold`, `bold`. */
export async function makePdf(
  { title, language, now, margin = 48 }: Heading,
  draw: (document: Document) => void | Promise<void>,
): Promise<Buffer> {
  // Read when the first sheet is asked for: no start waits for it.
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: 'A4',
    margin,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Vaktmester', CreationDate: now },
  });
  const pieces: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', () => resolve(Buffer.concat(pieces)));
    document.on('error', reject);
  });
  for (const [name, weight] of Object.entries(fonts)) document.registerFont(name, font(weight));
  document.font('regular');
  await draw(document);
  document.end();
  return whole;
}

/** The largest of the sizes at which the text fits on one line of `width`; the smallest when none does. */
export function fittingSize(
  document: Document,
  text: string,
  width: number,
  [largest, smallest]: readonly [number, number],
): number {
  // Letters grow with their size, and to measure them is dear.
  const ofOnePoint = document.fontSize(largest).widthOfString(text) / largest;
  for (let size = largest; size > smallest; size -= 1) if (size * ofOnePoint <= width) return size;
  return smallest;
}
