import type { Chain } from '#shared/predictions/chain.ts';
import { chainDot, chainPicture } from '#shared/predictions/chainPicture.ts';
import { chainCsv } from '#shared/predictions/chainCsv.ts';
import type { StatusOf } from '#shared/predictions/predictionStatus.ts';
import { createChainLayout } from './chainLayout.ts';

/** The content of an exported chain. */
export async function chainFile(
  chain: Chain,
  status: StatusOf,
  format: 'svg' | 'png' | 'dot' | 'csv',
): Promise<string | Uint8Array<ArrayBuffer>> {
  switch (format) {
    case 'dot':
      return chainDot(chain, status);
    case 'csv':
      return chainCsv(chain, status);
    case 'svg':
      return (await draw(chain, status)).svg;
    case 'png':
      return rasterize(await draw(chain, status));
  }
}

async function draw(chain: Chain, status: StatusOf) {
  const layout = createChainLayout();
  try {
    return chainPicture(chain, await layout.layOut(chain), status);
  } finally {
    layout.close();
  }
}

/** Twice the resolution of the screen, limited by what a canvas can hold. */
const preferredScale = 2;
const maxSide = 16_000;
const maxPixels = 100_000_000;

async function rasterize(picture: ReturnType<typeof chainPicture>): Promise<Uint8Array<ArrayBuffer>> {
  const { svg, width, height } = picture;
  const scale = Math.min(
    preferredScale,
    maxSide / width,
    maxSide / height,
    Math.sqrt(maxPixels / (width * height)),
  );
  const image = new Image();
  // The content security policy allows images from data URLs, and they do not taint the canvas.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The image could not be created. It may be too large.');
  return new Uint8Array(await blob.arrayBuffer());
}
