/**
 * Domains under which anybody has a name at once, for a machine of their own; the better-known ones that the Public Suffix List
 * lacks. Source: the dynamic DNS list of MISP (CC0), of which those that are much visited or stand in phishing feeds more than
 * once.
 */
export const dynamicDns = `
25u.com 2waky.com 3322.org 4dq.com 4pu.com 8866.org access.ly acmetoy.com almostmy.com authorizeddns.us b0tnet.com
bot.nu changeip.biz changeip.co changeip.org changeip.us chickenkiller.com cleansite.us cloudns.net crabdance.com
ddns.info ddns.ms ddns.us dns-dns.com dns-report.com dns-stuff.com dns04.com dns05.com dns1.us dns2.us dnset.com
dnsrd.com dsmtp.com dubya.info dubya.net dubya.us dumb1.com dynamic-dns.net dynssl.com dynu.com eatuo.com ezua.com
faqserv.com farted.net fartit.com freeddns.com freetcp.com ftp.sh ftp1.biz gettrials.com got-game.org ignorelist.com
ikwb.com instanthq.com iownyour.org isasecret.com itemdb.com itsaol.com jetos.com jkub.com jumpingcrab.com
jungleheart.com justdied.com l5.ca lflink.com lflinkup.com line.pm linkpc.net longmusic.com mefound.com misecure.com
moneyhome.biz mrbasic.com mrbonus.com mrface.com mrslove.com my.to my03.com myddns.com myddns.me mylftv.com mynetav.com
mynumber.org mypop3.net mypop3.org mysecondarydns.com myz.info ninth.biz ns01.info ns01.us ns02.us ns1.name ocry.com
onedumb.com onmypc.net onmypc.us organiccrap.com otzo.com ourhobby.com proxydns.com publicvm.com qhigh.com qpoe.com
rebatesrule.net root.sx run.place sendsmtp.com serveuser.com serveusers.com sexidude.com shaqnet.nu squirly.info
ssmailer.com strangled.net toshibanetcam.com toythieves.com trickip.net twilightparadox.com uk.to us.to viewdns.net
vizvaz.com wikaba.com work.gd www1.biz x24hr.com xxuz.com xxxy.info ygto.com youdontcare.com yourtrap.com zyns.com
zzux.com
`
