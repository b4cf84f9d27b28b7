/**
 * Serves the browser: static files, the single page for every route of the navigation table, and
 * security headers.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config/config.ts';
import { tileOrigin } from '../config/map-tiles.ts';
import type { Context } from '../context.ts';
import { sendStatus, versionOfPath } from './responses/present.ts';
import { webManifest } from './web-manifest.ts';

interface MapHosts {
  /** Exact paths, because a whole domain has endpoints that return any script the URL specifies. */
  readonly script: readonly string[];
  readonly connect: readonly string[];
  readonly img: readonly string[];
}

const BAIDU: MapHosts = {
  script: ['https://api.map.baidu.com', 'https://dlswbr.baidu.com'],
  connect: ['https://*.map.baidu.com', 'https://*.bdimg.com'],
  img: ['https://*.baidu.com', 'https://*.bdimg.com', 'https://*.bdstatic.com'],
};

const GOOGLE: MapHosts = {
  script: ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
  connect: [
    'https://maps.googleapis.com',
    'https://mapsresources-pa.googleapis.com',
    'https://maps.gstatic.com',
  ],
  img: ['https://*.googleapis.com', 'https://*.gstatic.com'],
};

/** A page may use a map's hosts only if its key is set; checked for every page, as keys change. */
function mapHosts(config: Config, kind: keyof MapHosts): string {
  const hosts = [
    ...(config.mapTiles === undefined || kind !== 'img' ? [] : [tileOrigin(config.mapTiles)]),
    ...(config.baiduMapKey === undefined ? [] : BAIDU[kind]),
    ...(config.googleMapKey === undefined ? [] : GOOGLE[kind]),
  ];
  return hosts.join(' ') || "'self'";
}

/** Browser features that no page uses. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ');

export async function registerSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", () => mapHosts(config, 'script')],
        // Ant Design writes its styles at run time; scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', () => mapHosts(config, 'img')],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", () => mapHosts(config, 'connect')],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ?? false,
    crossOriginEmbedderPolicy: false,
  });
}

/** Without a built folder every unknown path gets a plain 404: the server serves only the API. */
export async function registerPages(
  app: FastifyInstance,
  ctx: Context,
  webDir: string | undefined,
): Promise<void> {
  const indexFile = webDir === undefined ? undefined : join(webDir, 'index.html');
  if (webDir === undefined || indexFile === undefined || !existsSync(indexFile)) {
    app.setNotFoundHandler((request, reply) => sendStatus(reply, versionOfPath(request.url), 404));
    return;
  }
  await app.register(serveFiles, {
    root: webDir,
    wildcard: true,
    index: false,
    // The build writes the compressed files, so that no request waits for compression.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const forever = path.includes('/assets/');
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const index = readFileSync(indexFile);
  const sendIndex = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(index);
  // Made for each request, because the platform administrator can change the name at any time.
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(webManifest(ctx)),
  );
  // The static file route treats the URL without a path as a folder and refuses it.
  app.get('/', (_request, reply) => sendIndex(reply));
  // Every other GET of a page returns the application; a missing asset or call remains a 404.
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request.method, request.url)) {
      return sendStatus(reply, versionOfPath(request.url), 404);
    }
    return sendIndex(reply);
  });
}

function isPage(method: string, url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/^\/(api|assets|health)\//.test(path) &&
    !path.includes('.')
  );
}
