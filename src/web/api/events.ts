/** The format of server-sent events. */
export interface ServerEvent {
  event: string;
  data: string;
}

/** Comment lines keep the line open and say nothing. */
export async function* readEvents(body: NonNullable<Response['body']>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    if (done) return;
    const parts = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const event = parse(part);
      if (event) yield event;
    }
  }
}

function parse(block: string): ServerEvent | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n') };
}
