/**
 * Zod tries out whether it may write functions at run time, which the content security policy refuses and reports. It asks
 * when a schema is made, so this stands before every import that makes one.
 */
import { z } from 'zod';

z.config({ jitless: true });
