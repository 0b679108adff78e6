/** Services that shorten links: blocking one blocks everybody's links. Source: the services' own pages. */
export const shorteners: ReadonlySet<string> = new Set([
  "bit.ly", "t.co", "goo.gl", "tinyurl.com", "ow.ly", "is.gd", "v.gd", "buff.ly", "cutt.ly", "rebrand.ly", "t.ly", "s.id",
  "shorturl.at", "tiny.cc", "lnkd.in", "rb.gy", "bl.ink", "qr.ae", "adf.ly", "bit.do", "soo.gd", "clck.ru", "u.to", "t.me",
  "wa.me", "youtu.be", "amzn.to", "fb.me", "g.co", "aka.ms", "dlvr.it", "trib.al", "linktr.ee", "shorte.st", "urlz.fr", "x.co"
])

/**
 * Hosts on which strangers publish side by side, and names so widely used that an entry for the whole of one is a mistake.
 * Source: hosts that public phishing feeds name most often, and the providers' own pages.
 */
export const sharedHosts: ReadonlySet<string> = new Set([
  "google.com", "www.google.com", "docs.google.com", "drive.google.com", "forms.google.com", "sites.google.com",
  "storage.googleapis.com", "firebasestorage.googleapis.com", "googleapis.com", "googleusercontent.com", "forms.gle",
  "microsoft.com", "www.microsoft.com", "office.com", "forms.office.com", "sharepoint.com", "onedrive.live.com", "live.com",
  "1drv.ms", "sway.office.com", "outlook.com", "github.com", "gist.github.com", "raw.githubusercontent.com", "gitlab.com",
  "bitbucket.org", "amazonaws.com", "s3.amazonaws.com", "amazon.com", "cloudfront.net", "azurewebsites.net", "windows.net",
  "dropbox.com", "www.dropbox.com", "dl.dropboxusercontent.com", "box.com", "wetransfer.com", "mediafire.com", "mega.nz",
  "notion.so", "canva.com", "www.canva.com", "surveymonkey.com", "typeform.com", "jotform.com", "weebly.com", "wix.com",
  "wordpress.com", "blogger.com", "medium.com", "tumblr.com", "facebook.com", "www.facebook.com", "instagram.com", "x.com",
  "twitter.com", "linkedin.com", "www.linkedin.com", "youtube.com", "www.youtube.com", "reddit.com", "discord.com", "cdn.discordapp.com",
  "telegram.org", "telegra.ph", "whatsapp.com", "apple.com", "icloud.com", "paypal.com", "www.paypal.com", "adobe.com",
  "cloudflare.com", "ipfs.io", "archive.org", "web.archive.org", "wikipedia.org", "slack.com", "zoom.us", "shopify.com",
  "myshopify.com", "squarespace.com", "godaddysites.com", "glitch.me", "herokuapp.com", "netlify.app", "vercel.app",
  "pages.dev", "workers.dev", "web.app", "firebaseapp.com", "github.io", "gitbook.io", "surge.sh", "replit.app", "translate.goog"
])
