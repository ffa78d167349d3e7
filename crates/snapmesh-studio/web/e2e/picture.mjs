// Takes the picture of the studio for the README: `node e2e/picture.mjs KIT FILE.png [SEED]`, with the environment of the tests.

import { launch } from './lib/browser.mjs';
import { Server } from './lib/command.mjs';
import { Studio } from './lib/studio.mjs';

const [kit, file, seed = '42'] = process.argv.slice(2);
const server = await Server.start(kit);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1600, height: 900 }, colorScheme: 'light' });
const studio = new Studio(page, server, kit);
await studio.open([
  ['set', 'growth.when_blocked="undo"'], ['set', 'selection.max_pieces=24'], ['set', `generation.seed=${seed}`],
]);
await studio.stillPixels();
const isSelected = () => page.getByText('is joined by its').waitFor({ timeout: 2000 }).then(() => true, () => false);
await studio.clickUntil('a piece is selected', isSelected);
await page.mouse.move(0, 0);
await studio.stillPixels();
await page.screenshot({ path: file });
await browser.close();
await server.end();
