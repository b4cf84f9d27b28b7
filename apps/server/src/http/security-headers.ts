/**
 * Security headers of every response. Helmet writes them once, and again if the maps have changed:
 * to let it build them for each request costs more than the rest of a small response.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config/config.ts';
import { tileOrigin } from '../config/map-tiles.ts';

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

/** A page may use a map's hosts only if its key is set; the keys change while the server runs. */
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

type Headers = Readonly<Record<string, string>>;

export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers());
    done();
  });
}

/** Returns a function that returns the headers for the present configuration. */
function securityHeaders(config: Config): () => Headers {
  let written: { readonly maps: readonly unknown[]; readonly headers: Headers } | undefined;
  return () => {
    const maps = [config.mapTiles, config.baiduMapKey, config.googleMapKey];
    if (written === undefined || maps.some((value, at) => value !== written?.maps[at])) {
      written = { maps, headers: writeHeaders(config) };
    }
    return written.headers;
  };
}

function writeHeaders(config: Config): Headers {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", mapHosts(config, 'script')],
        // Ant Design writes its styles at run time; scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', mapHosts(config, 'img')],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", mapHosts(config, 'connect')],
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
  write(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  return {
    'permissions-policy': PERMISSIONS_POLICY,
    ...(response.getHeaders() as Record<string, string>),
  };
}
