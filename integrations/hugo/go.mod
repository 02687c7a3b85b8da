module github.com/kindex/kindex/integrations/hugo

go 1.12
